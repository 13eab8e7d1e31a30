// `ValueTransformer` exists only on Apple platforms. This code is type-checked for iOS, and was never run.

#if canImport(ObjectiveC)
  internal import ArchiveBytes
  public import ArchiveValues
  public import Foundation

  /// Wraps an ``ArchiveTransformer`` as a Foundation `ValueTransformer`, for Core Data models, bindings, and other
  /// APIs that take a transformer by name.
  ///
  /// ```swift
  /// ArchiveTransformers.registerValueTransformer(SketchTransformer())
  /// // From here on "SketchTransformer" can be entered as the transformer of an attribute.
  /// ```
  ///
  /// `transformedValue(_:)` encodes, `reverseTransformedValue(_:)` decodes. A `ValueTransformer` cannot throw: if the
  /// transformer throws, the result is `nil`, and ``DecodeFailures`` receives the error. For Core Data, `Stored` must
  /// be `Data`.
  public final class ArchiveValueTransformer<Transformer: ArchiveTransformer>: ValueTransformer {
    private let transformer: Transformer
    private let failed: FailureHandler

    init(_ transformer: Transformer, _ failed: @escaping FailureHandler) {
      (self.transformer, self.failed) = (transformer, failed)
    }

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
      result(of: value as? Transformer.Value, failed) { try transformer.encode($0) }
    }

    public override func reverseTransformedValue(_ value: Any?) -> Any? {
      result(of: value as? Transformer.Stored, failed) { try transformer.decode($0) }
    }
  }

  /// Reports an error in a `ValueTransformer`, which cannot throw.
  typealias FailureHandler = @Sendable (any Error) -> Void

  /// Returns a handler that calls the closure, or that reports to ``DecodeFailures`` if the closure is `nil`.
  func handler(_ onFailure: (@Sendable (ArchiveError) -> Void)?) -> FailureHandler {
    { error in
      if let onFailure {
        onFailure(ArchiveError.wrapping(error))
      } else {
        DecodeFailures.report(error, used: .nil)
      }
    }
  }

  extension ValueTransformer {
    /// Returns the result of a transformation; `nil` for `nil`, and after an error.
    func result<Input>(of input: Input?, _ failed: FailureHandler, _ transform: (Input) throws -> Any?)
      -> Any?
    {
      guard let input else { return nil }
      do {
        return try transform(input)
      } catch {
        failed(error)
        return nil
      }
    }
  }

  extension ArchiveTransformers {
    /// Registers a transformer with Foundation as a `ValueTransformer`; see ``ArchiveValueTransformer``.
    ///
    /// - Parameters:
    ///   - transformer: The transformer.
    ///   - name: Its name; by default the name of its type, such as `SketchTransformer`.
    ///   - onFailure: Called with each error, on the thread where it occurs. By default, ``DecodeFailures`` receives
    ///     it.
    /// - Returns: The name.
    @discardableResult
    public static func registerValueTransformer<Transformer: ArchiveTransformer>(
      _ transformer: Transformer, named name: NSValueTransformerName = .init("\(Transformer.self)"),
      onFailure: (@Sendable (ArchiveError) -> Void)? = nil
    ) -> NSValueTransformerName {
      ValueTransformer.setValueTransformer(
        ArchiveValueTransformer(transformer, handler(onFailure)), forName: name)
      return name
    }
  }
#endif
