// `ValueTransformer` exists only on Apple platforms. It was type-checked for iOS, and never run.

#if canImport(ObjectiveC)
  internal import ArchiveBytes
  public import ArchiveValues
  public import Foundation

  /// Adapts a Foundation `ValueTransformer`, found by name, as an ``ArchiveTransformer``.
  ///
  /// A conforming type gives its name and types:
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
  /// Encoding calls `transformedValue(_:)`, decoding `reverseTransformedValue(_:)`. If `transformedValue(_:)`
  /// converts data to the value, as in `NSSecureUnarchiveFromDataTransformer`, set ``storesTransformedValue`` to
  /// `false`.
  ///
  /// Both throw ``ArchiveError`` if no transformer has that name, or if it returns `nil` or a value of another type.
  public protocol ValueTransformerAdapter: ArchiveTransformer {
    /// The name under which the transformer was registered: `ValueTransformer.setValueTransformer(_:forName:)`.
    static var valueTransformerName: NSValueTransformerName { get }

    /// Whether archives store the result of `transformedValue(_:)`. `true` by default.
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
          advice: .other(question + "Registered are: \(names.sorted().joined(separator: ", "))."))
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
