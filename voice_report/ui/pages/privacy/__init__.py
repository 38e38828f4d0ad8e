"""What is kept and for how long, and the receipts of what was erased."""
