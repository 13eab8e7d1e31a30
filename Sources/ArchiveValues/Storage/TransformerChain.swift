/// Two transformers, one after the other: what the first stores is the value of the second.
///
/// ```swift
/// @Stored(.transformed(GzipDataTransformer.self, then: HexDataTransformer.self)) var log: Data
/// ```
///
/// stores the hexadecimal digits of compressed data. The compiler checks that the types fit. For more than two, the second is a
/// chain itself: `.transformed(A.self, then: TransformerChain<B, C>.self)`. Register a chain to give it a name:
///
/// ```swift
/// ArchiveTransformers.register(
///   TransformerChain<GzipDataTransformer, HexDataTransformer>.self, forName: "GzipText")
/// ```
///
/// Each step counts against the limits of decoding, so that data which unpacks to more data cannot pass them.
public struct TransformerChain<First: ArchiveTransformer, Second: ArchiveTransformer>: ArchiveTransformer
where Second.Value == First.Stored {
  /// Creates the chain.
  public init() {}

  /// Returns what the first transformer makes of a value; the second makes the stored form of it.
  public func encode(_ value: First.Value) throws -> _TransformedPart<Second> {
    _TransformedPart(ofField: try First().encode(value))
  }

  /// Returns the value that the first transformer makes of what the second has read.
  public func decode(_ stored: _TransformedPart<Second>) throws -> First.Value {
    try First().decode(stored.field)
  }
}
