// `ValueTransformer` exists only on Apple platforms. It was type-checked for iOS, and never run.

#if canImport(ObjectiveC)
  public import ArchiveValues
  public import Foundation

  /// Wraps an ``ArchiveTransformer`` as a Foundation `ValueTransformer`, for Core Data models, bindings, and other
  /// APIs that take one by name.
  ///
  /// ```swift
  /// ArchiveTransformers.register(SketchTransformer.self, forName: "Sketch")
  /// try ArchiveTransformers.registerValueTransformer(named: "Sketch")
  /// // From here on "Sketch" can be entered as the transformer of an attribute.
  /// ```
  ///
  /// `transformedValue(_:)` encodes, `reverseTransformedValue(_:)` decodes. A `ValueTransformer` cannot throw: if the
  /// transformer throws, the result is `nil`, and the error is logged. For Core Data, `Stored` must be `Data`.
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
  }

  extension ValueTransformer {
    /// Returns what a transformation makes; `nil` for `nil`, and after an error, which is logged: a `ValueTransformer` cannot
    /// throw.
    func result<Input>(of input: Input?, _ transform: (Input) throws -> Any?) -> Any? {
      guard let input else { return nil }
      do {
        return try transform(input)
      } catch {
        NSLog("%@", "\(type(of: self)): \(error)" as NSString)
        return nil
      }
    }
  }

  extension ArchiveTransformers {
    /// Registers a registered transformer with Foundation as a `ValueTransformer` of the same name; see
    /// ``ArchiveValueTransformer``.
    ///
    /// - Throws: ``ArchiveError`` if the name is not registered.
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
