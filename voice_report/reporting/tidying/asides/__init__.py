"""What of a dictation is left out whole: talk about the dictating, spoken marks, titles."""
