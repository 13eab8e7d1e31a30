internal import ArchiveBytes

/// The transformers that are known by a name, so that a property, a configuration file or a Core Data model can name
/// one.
///
/// ```swift
/// ArchiveTransformers.register(CelsiusTransformer.self, forName: "Celsius")
/// ```
///
/// These are there from the start, under the names of their types:
///
/// | name | values | stored as |
/// |---|---|---|
/// | `StringListTransformer` | `[String]` | `String` |
/// | `HexDataTransformer` | `Data` | `String` |
/// | `Base64DataTransformer` | `Data` | `String` |
/// | `ISO8601DateTransformer` | `Date` | `String` |
/// | `ZlibDataTransformer` | `Data` | `Data` |
/// | `GzipDataTransformer` | `Data` | `Data` |
///
/// ``JSONTextTransformer`` is generic, so each of its types is registered under a name of its own.
///
/// A name that nobody registered is an error when it is first used, which lists the names there are. All of it may be
/// called from any thread.
public enum ArchiveTransformers: Sendable {
  private static let table = Locked(TransformerTable.shipped)

  /// Makes a transformer known by a name.
  ///
  /// Register at the start of the program, before the first archive is written or read. Registering the same type
  /// again under its name changes nothing. A name that stands for another type is a mistake of the program, and ends
  /// it: what is stored under the name could no longer be read.
  public static func register<Transformer: ArchiveTransformer>(_ type: Transformer.Type, forName name: String)
  {
    let taken = table.withLock { $0.add(type, forName: name) }
    precondition(
      taken == nil,
      "the name \"\(name)\" cannot stand for \(type), it is that of \(taken.map { "\($0)" } ?? "")")
  }

  /// The registered names, in alphabetical order.
  public static var names: [String] { table.withLock { $0.names } }

  /// The transformer that a name stands for.
  ///
  /// - Throws: ``ArchiveError`` with the registered names and the nearest one.
  package static func transformer(named name: String) throws -> any ArchiveTransformer {
    let type = try table.withLock { try $0.type(named: name) }
    return type.init()
  }
}
