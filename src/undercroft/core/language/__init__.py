"""What is said: words, languages and stories."""
