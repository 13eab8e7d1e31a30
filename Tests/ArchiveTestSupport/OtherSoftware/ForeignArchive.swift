import ArchiveDocuments
import Foundation
import StructCoding

/// A keyed archive that other software wrote, or a likeness of one, made here so that every clone has it.
///
/// Likenesses have the kinds of objects, the classes, the order and the sharing that the other software has, and their
/// bytes are made by `PlistBuilder`. Those in `likenesses` have the names of the files in `../shared/keyed-archives`,
/// whose tests run over them, and what these tests look at has the same values. `forms` are archives of which that
/// folder has none.
public struct ForeignArchive: Sendable, CustomStringConvertible {
  public let name: String
  /// A sentence that says which software writes archives so.
  public let about: String
  public let data: Data
  /// What is in it, for forms.
  public let content: ArchiveNode?

  public init(name: String, about: String, data: Data, content: ArchiveNode? = nil) {
    (self.name, self.about, self.data, self.content) = (name, about, data, content)
  }

  public var description: String { "\(name): \(about)" }

  /// A likeness of each file, in the order of their names.
  public static let likenesses =
    (collections + values + structures + texts + formatters + messages + sessions)
    .sorted { $0.name < $1.name }

  /// All that can be made here.
  public static let made = likenesses + forms

  /// The bytes of the likeness of a file.
  public static func likeness(of file: String) throws -> Data {
    guard let archive = likenesses.first(where: { $0.name == file }) else {
      throw CocoaError(.fileNoSuchFile)
    }
    return archive.data
  }
}

// How the likenesses are made.
extension ForeignArchive {
  typealias Item = PlistBuilder.Item

  /// An archive whose root is object 1, unless another table of roots is given.
  static func archive(_ name: String, _ about: String, _ objects: [Item], top: Item? = nil) -> ForeignArchive
  {
    // Newer systems have the objects first. The files of each folder are of one age, and their likenesses of the other.
    let isNew = !name.hasPrefix("foundation/")
    return ForeignArchive(name: name, about: about, data: builder(objects, top, isNew: isNew).data())
  }

  /// The same as text.
  static func text(_ name: String, _ about: String, _ objects: [Item], top: Item? = nil) -> ForeignArchive {
    ForeignArchive(name: name, about: about, data: builder(objects, top, isNew: true).xml())
  }

  /// Both forms, as names that end in `bin` and `xml`.
  static func both(_ name: String, _ about: String, _ objects: [Item], top: Item) -> [ForeignArchive] {
    [archive(name + ".bin", about, objects, top: top), text(name + ".xml", about, objects, top: top)]
  }

  private static func builder(_ objects: [Item], _ top: Item?, isNew: Bool) -> PlistBuilder {
    var builder = PlistBuilder(objects)
    builder.isCompact = true
    if let top { builder.top = top }
    if isNew {
      builder.root = .fields([
        "$version": .integer(100_000), "$objects": .array(objects), "$archiver": builder.archiver,
        "$top": builder.top,
      ])
    }
    return builder
  }

  /// The bytes of a UUID.
  static func uuid(_ text: String) -> Item {
    .data(withUnsafeBytes(of: UUID(uuidString: text)!.uuid) { Array($0) })
  }

  /// Data of a size that nobody looks into.
  static func filler(_ count: Int) -> Item { .data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }) }
}
