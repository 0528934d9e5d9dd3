"""What reaches the model: loaders, imports and limits of each host."""
