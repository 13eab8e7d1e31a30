// `ValueTransformer` is there on Apple platforms only. Written with care, and not compiled: the project's machines run
// Linux.

#if canImport(ObjectiveC)
  internal import ArchiveBytes
  public import ArchiveValues
  public import Foundation

  /// A `ValueTransformer` of Foundation, found by its name, as an ``ArchiveTransformer``.
  ///
  /// A conforming type says which one, and between which types it works:
  ///
  /// ```swift
  /// struct ColorTransformer: ValueTransformerAdapter {
  ///   typealias Value = UIColor
  ///   typealias Stored = Data
  ///   static let valueTransformerName = NSValueTransformerName("ColorToData")
  /// }
  ///
  /// @Stored(.transformed(ColorTransformer.self)) var tint: UIColor
  /// ```
  ///
  /// Encoding is its `transformedValue(_:)`, decoding its `reverseTransformedValue(_:)`. Where the former is the way
  /// from data to the value, as with `NSSecureUnarchiveFromDataTransformer`, ``storesTransformedValue`` is `false`.
  ///
  /// Both throw ``ArchiveError`` when no transformer has that name, and when it gives `nil` or a value of another type.
  public protocol ValueTransformerAdapter: ArchiveTransformer {
    /// The name under which the transformer was registered: `ValueTransformer.setValueTransformer(_:forName:)`.
    static var valueTransformerName: NSValueTransformerName { get }

    /// Whether what `transformedValue(_:)` gives is what archives store. `true` by default.
    static var storesTransformedValue: Bool { get }
  }

  extension ValueTransformerAdapter {
    public static var storesTransformedValue: Bool { true }

    public func encode(_ value: Value) throws -> Stored {
      try result(of: value, isTransformed: Self.storesTransformedValue)
    }

    public func decode(_ stored: Stored) throws -> Value {
      try result(of: stored, isTransformed: !Self.storesTransformedValue)
    }

    private func result<Result>(of value: Any, isTransformed: Bool) throws -> Result {
      let name = Self.valueTransformerName.rawValue
      guard let transformer = ValueTransformer(forName: Self.valueTransformerName) else {
        let names = ValueTransformer.valueTransformerNames().map(\.rawValue)
        let question = nearestName(to: name, among: names).map { "Did you mean \"\($0)\"? " } ?? ""
        throw ArchiveError(
          .unsupported, expected: "the name of a ValueTransformer", found: "\"\(name)\"",
          advice: question + "Registered are: \(names.sorted().joined(separator: ", ")).")
      }
      let result =
        isTransformed ? transformer.transformedValue(value) : transformer.reverseTransformedValue(value)
      guard let result = result as? Result else {
        throw ArchiveError(
          .invalidValue, expected: "a \(Result.self) from the ValueTransformer \(name)",
          found: result.map { "a \(type(of: $0))" } ?? "nil")
      }
      return result
    }
  }
#endif
