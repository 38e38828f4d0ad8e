"""What an organization keeps and for how long, and the receipts of what was erased."""
