public import ArchiveBytes

extension KeyedDecoder {
  /// The error of an enumeration that is asked for a case it does not have: what the generated `init(fields:)` throws
  /// when the index of ``decodeCase()`` is none of its own.
  public func unknownCase() -> ArchiveError {
    invalid(
      "a case that the type does not have", expected: "a case of the enumeration",
      advice: "The archive may come from a newer version of the type.")
  }
}
