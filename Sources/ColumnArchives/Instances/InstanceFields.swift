internal import ArchiveBytes
internal import ArchiveValues

/// Where the fields of a class are among those of a shape.
final class InstanceBinding {
  let type: any ArchivableObject.Type
  let fields: ArchiveSchema.Case
  /// For each field of the class, its index in the shape, or -1.
  let indices: [Int]
  /// Its number among all that were made.
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

  /// The index of a field of the class in the shape; -1 when the archive lacks it.
  @inline(__always)
  func index(of position: Int) -> Int { position < indices.count ? indices[position] : -1 }
}

/// Where a decoder is among the fields of an instance: they are read one after the other, from where the last one ended.
struct InstanceFields {
  /// All of them.
  private let bytes: ByteCursor
  /// The field that begins at `rest`, by its index in the shape.
  private(set) var index = 0
  private(set) var rest: ByteCursor

  init(_ bytes: ByteCursor) {
    self.bytes = bytes
    rest = bytes
  }

  /// How far the fields were read.
  struct Mark {
    let index: Int
    let offset: Int
  }

  var mark: Mark { Mark(index: index, offset: rest.offset) }

  /// Goes on where the same fields were left.
  init(_ bytes: ByteCursor, from mark: Mark) {
    self.bytes = bytes
    index = mark.index
    rest = bytes.dropping(mark.offset - bytes.offset)
  }

  /// Moves to the field of an index, over those between.
  @inline(__always)
  mutating func move(to wanted: Int, _ skip: (inout ByteCursor) throws -> Void) throws {
    if index == wanted { return }
    if wanted < index { (index, rest) = (0, bytes) }
    while index < wanted {
      try skip(&rest)
      index += 1
    }
  }

  /// Says that the field was read up to here.
  @inline(__always)
  mutating func advance(to rest: ByteCursor) {
    self.rest = rest
    index += 1
  }
}
