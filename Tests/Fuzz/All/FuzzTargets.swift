// Nothing: the target of this file depends on every fuzz target, so that one build makes them all.
