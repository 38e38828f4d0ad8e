"""The words of a sentence: how they are cut, what they mean, and whom and what they name."""
