"""The own small model that finds the section of a sentence: features, sentence vectors, weights and the best path."""
