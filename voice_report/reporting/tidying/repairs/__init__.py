"""What a speaker takes back, and the question where it can mean two things."""
