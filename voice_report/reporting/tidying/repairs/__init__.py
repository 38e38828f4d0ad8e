"""What a speaker takes back, and what is asked where it can mean two things."""
