public import ArchiveValues

extension Optional where Wrapped: Archivable {
  /// The value as an object that any `NSCoder` can archive, or `nil`.
  public var encoded: Wrapped.Coding? { map { $0.encoded } }
}

extension Optional where Wrapped: ArchiveWrapper {
  /// The object's value, or `nil`.
  public var decoded: Wrapped.Value? { map { $0.decoded } }
}
