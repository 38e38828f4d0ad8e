"""What is changed in Reflex, and the internals it needs: docs/development/reflex.md."""
