"""Fail when a test that needs Python 3.12 (exact Claude counts) ran on no Python of this run.

Usage: ran_somewhere.py REPORT.xml...   (JUnit reports, one per Python)

A test counts as needing 3.12 when one report says it was skipped with a reason that names ctok
or 3.12. Each of them must have passed in another report, and there must be at least one.
"""

import sys
import xml.etree.ElementTree as ET


def main(paths):
    needing, passed = set(), set()
    always = "test_claude_counts_are_exact_offline"
    for path in paths:
        for case in ET.parse(path).iter("testcase"):
            name = "%s::%s" % (case.get("classname"), case.get("name"))
            skipped = case.find("skipped")
            reason = "" if skipped is None else skipped.get("message", "") + (skipped.text or "")
            if skipped is None and case.find("failure") is None and case.find("error") is None:
                passed.add(name)
            if "ctok" in reason or "3.12" in reason or name.endswith("::" + always):
                needing.add(name)
    missing = sorted(needing - passed)
    for name in missing:
        print("ran on no Python: " + name)
    if not any(name.endswith("::" + always) for name in needing & passed):
        print("no Python of this run counted Claude tokens offline (%s)" % always)
        return 1
    print("%d tests that need Python 3.12 ran" % len(needing & passed))
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
