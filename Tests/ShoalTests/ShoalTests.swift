import Testing

/// The facade as an application and a player see it; one after the other, to leave room for others.
@Suite(.serialized) struct ShoalTests {}
