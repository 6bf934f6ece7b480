import Testing

/// Expects a value of a mutating call, which the macro cannot take apart.
func expect<Value: Equatable>(
    _ value: Value, is expected: Value, sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(value == expected, sourceLocation: sourceLocation)
}
