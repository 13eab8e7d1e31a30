internal import ArchiveBytes

/// The registry of transformers by name. A property, a configuration file or a Core Data model can refer to a
/// transformer by its name.
///
/// ```swift
/// ArchiveTransformers.register(CelsiusTransformer.self)  // as "CelsiusTransformer"
/// ```
///
/// These transformers are registered from the start, under the names of their types:
///
/// | name | values | stored as |
/// |---|---|---|
/// | `HexDataTransformer` | `Data` | `String` |
/// | `ISO8601DateTransformer` | `Date` | `String` |
///
/// The first use of a name that is not registered throws an error that lists the registered names. All methods may be
/// called from any thread.
public enum ArchiveTransformers: Sendable {
  private static let types = Locked<[String: any ArchiveTransformer.Type]>([
    "HexDataTransformer": HexDataTransformer.self, "ISO8601DateTransformer": ISO8601DateTransformer.self,
  ])

  /// Registers a transformer under a name, by default the name of its type.
  ///
  /// Register at the start of the program, before it writes or reads the first archive. Registering the same type again
  /// under its name has no effect. If the name already belongs to another type, the program stops: values stored under
  /// the name could no longer be read.
  public static func register<Transformer: ArchiveTransformer>(
    _ type: Transformer.Type, forName name: String = "\(Transformer.self)"
  ) {
    let taken = add(type, forName: name)
    precondition(
      taken == nil,
      "the name \"\(name)\" cannot be registered for \(type), it belongs to \(taken.map { "\($0)" } ?? "")")
  }

  /// Adds a type. If the name belongs to another type, returns that type instead.
  static func add(
    _ type: any ArchiveTransformer.Type, forName name: String
  ) -> (any ArchiveTransformer.Type)? {
    types.withLock { types in
      if let taken = types[name] { return taken == type ? nil : taken }
      types[name] = type
      return nil
    }
  }

  /// The registered names, in alphabetical order.
  public static var names: [String] { types.withLock { $0.keys.sorted() } }

  /// Returns the transformer with a name.
  ///
  /// - Throws: ``ArchiveError``, with the registered names and the most similar one, if the name is not registered.
  package static func transformer(named name: String) throws -> any ArchiveTransformer {
    if let type = types.withLock({ $0[name] }) { return type.init() }
    let question = nearestName(to: name, among: names).map { "Did you mean \"\($0)\"? " } ?? ""
    throw ArchiveError(
      .unsupported, expected: "the name of a registered transformer", found: "\"\(name)\"",
      advice: .changeCode(
        question
          + "Registered are: \(names.joined(separator: ", ")). Others must be registered before they are used: "
          + "ArchiveTransformers.register(_:forName:)."))
  }
}
