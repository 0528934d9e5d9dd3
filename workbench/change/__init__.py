"""What to change, and proof that nothing was lost: proposals, ledger, diff."""
