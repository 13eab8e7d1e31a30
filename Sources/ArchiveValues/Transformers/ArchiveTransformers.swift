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
  private static let table = Locked(TransformerTable.shipped)

  /// Registers a transformer under a name, by default the name of its type.
  ///
  /// Register at the start of the program, before it writes or reads the first archive. Registering the same type again
  /// under its name has no effect. If the name already belongs to another type, the program stops: values stored under
  /// the name could no longer be read.
  public static func register<Transformer: ArchiveTransformer>(
    _ type: Transformer.Type, forName name: String = "\(Transformer.self)"
  ) {
    let taken = table.withLock { $0.add(type, forName: name) }
    precondition(
      taken == nil,
      "the name \"\(name)\" cannot be registered for \(type), it belongs to \(taken.map { "\($0)" } ?? "")")
  }

  /// The registered names, in alphabetical order.
  public static var names: [String] { table.withLock { $0.names } }

  /// Returns the transformer with a name.
  ///
  /// - Throws: ``ArchiveError``, with the registered names and the nearest of them, if there is none.
  package static func transformer(named name: String) throws -> any ArchiveTransformer {
    let type = try table.withLock { try $0.type(named: name) }
    return type.init()
  }
}
