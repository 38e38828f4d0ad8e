"""React parts: only where the browser must do the work itself."""
