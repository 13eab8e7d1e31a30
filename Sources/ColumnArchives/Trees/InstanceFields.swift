internal import ArchiveBytes
internal import ArchiveValues

/// Maps the fields of a class to those of a shape.
final class InstanceBinding {
  let type: any ArchivableObject.Type
  let fields: ArchiveSchema.Case
  /// For each field of the class: its index in the shape, or -1.
  let indices: [Int]
  /// Its number among all bindings made.
  let number: Int

  init(_ type: any ArchivableObject.Type, fieldNames: [String], number: Int) {
    self.number = number
    self.type = type
    fields = type.archiveSchema.cases[0]
    let positions = Dictionary(zip(fieldNames, 0...), uniquingKeysWith: { $1 })
    let formerNames = fields.formerFields
    indices = fields.fields.map { name in
      positions[name] ?? (formerNames[name] ?? []).lazy.compactMap { positions[$0] }.first ?? -1
    }
  }

  /// Returns the index of a field of the class in the shape, or -1 if the archive lacks it.
  @inline(__always)
  func index(of position: Int) -> Int { position < indices.count ? indices[position] : -1 }
}

/// The position of a decoder among the fields of an instance. Fields are read in sequence, each from the end of the one
/// before.
struct InstanceFields {
  /// The bytes of all fields.
  private let bytes: ByteCursor
  /// The index in the shape of the field that begins at `rest`.
  private(set) var index = 0
  private(set) var rest: ByteCursor

  init(_ bytes: ByteCursor) {
    self.bytes = bytes
    rest = bytes
  }

  /// A saved position.
  struct Mark {
    let index: Int
    let offset: Int
  }

  var mark: Mark { Mark(index: index, offset: rest.offset) }

  /// Continues at a position in the same fields.
  init(_ bytes: ByteCursor, from mark: Mark) {
    self.bytes = bytes
    index = mark.index
    rest = bytes.dropping(mark.offset - bytes.offset)
  }

  /// Moves to the field with an index, and skips the fields in between.
  @inline(__always)
  mutating func move(to wanted: Int, _ skip: (inout ByteCursor) throws -> Void) throws {
    if index == wanted { return }
    if wanted < index { (index, rest) = (0, bytes) }
    while index < wanted {
      try skip(&rest)
      index += 1
    }
  }

  /// Records that the current field was read up to `rest`.
  @inline(__always)
  mutating func advance(to rest: ByteCursor) {
    self.rest = rest
    index += 1
  }
}
