// `ValueTransformer` is there on Apple platforms only. Written with care, and not compiled: the project's machines run
// Linux.

#if canImport(ObjectiveC)
  public import ArchiveValues
  public import Foundation

  /// An ``ArchiveTransformer`` as a `ValueTransformer` of Foundation: for Core Data models, bindings, and whatever
  /// else takes one by its name.
  ///
  /// ```swift
  /// ArchiveTransformers.register(SketchTransformer.self, forName: "Sketch")
  /// try ArchiveTransformers.registerValueTransformer(named: "Sketch")
  /// // From here on "Sketch" can be entered as the transformer of an attribute.
  /// ```
  ///
  /// `transformedValue(_:)` encodes, `reverseTransformedValue(_:)` decodes. A `ValueTransformer` cannot throw: where
  /// the transformer does, the result is `nil`, and the error is written to the log. Core Data stores data, so there
  /// `Stored` is `Data`.
  public final class ArchiveValueTransformer<Transformer: ArchiveTransformer>: ValueTransformer {
    public override class func allowsReverseTransformation() -> Bool { true }

    public override class func transformedValueClass() -> AnyClass {
      switch Transformer.Stored.self {
      case is String.Type: NSString.self
      case is Data.Type: NSData.self
      case is Date.Type: NSDate.self
      case is any BinaryInteger.Type, is any BinaryFloatingPoint.Type, is Bool.Type: NSNumber.self
      default: NSObject.self
      }
    }

    public override func transformedValue(_ value: Any?) -> Any? {
      result(of: value as? Transformer.Value) { try Transformer().encode($0) }
    }

    public override func reverseTransformedValue(_ value: Any?) -> Any? {
      result(of: value as? Transformer.Stored) { try Transformer().decode($0) }
    }

    private func result<Value>(of value: Value?, _ transform: (Value) throws -> Any) -> Any? {
      guard let value else { return nil }
      do {
        return try transform(value)
      } catch {
        NSLog("%@", "\(Transformer.self): \(error)" as NSString)
        return nil
      }
    }
  }

  extension ArchiveTransformers {
    /// Makes a registered transformer known to Foundation as a `ValueTransformer` of the same name; see
    /// ``ArchiveValueTransformer``.
    ///
    /// - Throws: ``ArchiveError`` when nobody registered the name.
    public static func registerValueTransformer(named name: String) throws {
      func valueTransformer<Transformer: ArchiveTransformer>(of transformer: Transformer) -> ValueTransformer
      {
        ArchiveValueTransformer<Transformer>()
      }
      let transformer = valueTransformer(of: try transformer(named: name))
      ValueTransformer.setValueTransformer(transformer, forName: NSValueTransformerName(name))
    }
  }
#endif
