#!/usr/bin/env bash
# The work of action.yml: FILES (a line each), FAIL_ON, BUDGET and SARIF come as variables.
set -euo pipefail
mapfile -t files < <(printf '%s\n' "${FILES:-.}" | sed '/^[[:space:]]*$/d')
options=()
if [ -n "${BUDGET:-}" ]; then options+=(--budget "$BUDGET"); fi
if [ -n "${FAIL_ON:-}" ] && [ "$FAIL_ON" != never ]; then options+=(--fail-on "$FAIL_ON"); fi
if [ -n "${SARIF:-}" ]; then
  # Written first and whatever is found, so that the next step can upload it.
  ctxbench review --format sarif "${files[@]}" > "$SARIF"
fi
ctxbench review "${options[@]}" "${files[@]}"
