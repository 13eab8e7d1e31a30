internal import Foundation

/// A tuple that archives store as an array of its parts. Use it as the ``ArchiveRepresentable/archiveForm`` of a
/// value with several parts.
public struct ArchiveTuple<each Part: ArchiveValue>: ArchiveValue {
  /// The parts of the tuple, in their order.
  public let parts: (repeat each Part)

  /// Creates a tuple from its parts.
  public init(_ part: repeat each Part) {
    parts = (repeat each part)
  }

  public func encodeValue(to encoder: inout some ValueEncoder) throws {
    try encoder._encodeCollection(.array, count: Self.count) { encoder in
      var position = 0
      for part in repeat each parts {
        try encoder.encode(part, at: position)
        position += 1
      }
    }
  }

  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> ArchiveTuple {
    try decoder._decodeCollection(.array) { decoder, count in
      guard count == Self.count else {
        throw decoder.invalid("\(count) elements", expected: "the \(Self.count) parts of a tuple")
      }
      var next = NextPart()
      return ArchiveTuple(repeat try next.decode((each Part).self, from: &decoder))
    }
  }

  public static var archiveClasses: [AnyClass] {
    var classes: [AnyClass] = [NSArray.self]
    for type in repeat (each Part).self { classes = classes.adding(type.archiveClasses) }
    return classes
  }

  public static var archiveName: String {
    var name = "Tuple"
    for type in repeat (each Part).self { name += "_" + type.archiveName }
    return name
  }

  private static var count: Int {
    var count = 0
    for _ in repeat (each Part).self { count += 1 }
    return count
  }
}

/// Counts the parts of a tuple while they are read one after the other.
private struct NextPart {
  var position = 0

  mutating func decode<Part: ArchiveValue>(
    _ type: Part.Type, from decoder: inout some FieldDecoder
  ) throws -> Part {
    defer { position += 1 }
    return try decoder.decode(at: position)
  }
}
