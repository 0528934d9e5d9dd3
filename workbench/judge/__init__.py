"""What is wrong with a prompt: relevance and, later, findings and claims."""
