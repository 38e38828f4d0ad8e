"""What is sent to an OpenAI-compatible chat endpoint, and how its answers, thoughts and refusals are read."""
