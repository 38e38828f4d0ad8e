"""The editors of what an organization makes for itself: report templates and field profiles."""
