"""An organization, its members and its invitations."""
