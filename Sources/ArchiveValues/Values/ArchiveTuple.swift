internal import Foundation

/// A tuple on its way through an archive, stored as an array of its parts.
package struct ArchiveTuple<each Part: ArchiveValue>: ArchiveValue {
  package let parts: (repeat each Part)

  package init(_ part: repeat each Part) {
    parts = (repeat each part)
  }

  package func encodeValue(to encoder: inout some KeyedEncoder) throws {
    try encoder.encodeCollection(.array, count: Self.count) { encoder in
      var position = 0
      for part in repeat each parts {
        try encoder.encode(part, at: position)
        position += 1
      }
    }
  }

  package static func decodeValue(from decoder: inout some KeyedDecoder) throws -> ArchiveTuple {
    try decoder.decodeCollection(.array) { decoder, count in
      guard count == Self.count else {
        throw decoder.invalid("\(count) elements", expected: "the \(Self.count) parts of a tuple")
      }
      var next = NextPart()
      return ArchiveTuple(repeat try next.decode((each Part).self, from: &decoder))
    }
  }

  package static var archiveClasses: [AnyClass] {
    var classes: [AnyClass] = [NSArray.self]
    for type in repeat (each Part).self { classes = classes.adding(type.archiveClasses) }
    return classes
  }

  package static var archiveName: String {
    var name = "Tuple"
    for type in repeat (each Part).self { name += "_" + type.archiveName }
    return name
  }

  private static var count: Int {
    var count = 0
    for _ in repeat (each Part).self { count += 1 }
    return count
  }

  package static var archiveColumn: ArchiveColumn {
    var (parts, end) = ([ArchiveColumn.Part](), 0)
    func add<Value>(_ type: Value.Type) where Value: ArchiveValue {
      let alignment = MemoryLayout<Value>.alignment
      let offset = (end + alignment - 1) & -alignment
      parts.append(ArchiveColumn.Part(name: "\(parts.count)", type: type, offset: offset))
      end = offset + MemoryLayout<Value>.size
    }
    for type in repeat (each Part).self { add(type) }
    return ArchiveColumn(.parts(parts), of: self)
  }
}

/// Counts the parts of a tuple while they are read in turn.
private struct NextPart {
  var position = 0

  mutating func decode<Part: ArchiveValue>(
    _ type: Part.Type, from decoder: inout some KeyedDecoder
  ) throws -> Part {
    defer { position += 1 }
    return try decoder.decode(at: position)
  }
}
