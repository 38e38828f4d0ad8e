"""What shows something: icons, notices, the report."""
