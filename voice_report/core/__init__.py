"""What every part uses: logs, the process, texts."""
