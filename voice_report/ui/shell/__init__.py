"""What every page stands in: its layout, its session, and the rules of handlers."""
