"""What all pages share: layout, session, and the rules of handlers."""
