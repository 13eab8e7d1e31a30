internal import ArchiveBytes
internal import ArchiveDocuments
internal import ArchiveNodes
internal import Foundation
internal import KeyedArchives

extension FastCodingReader {
  /// Reads a keyed archive of one object in a data chunk. FastCoder's reader ignores the type byte of that chunk:
  /// alignment skips it, except at multiples of four.
  mutating func embeddedArchive(_ start: Int) throws -> ArchiveNode {
    let isTypeOmitted = cursor.position.isMultiple(of: 4)
    let position = cursor.position
    let data: Data
    do {
      data = try self.data()
      guard data.count > ChunkType.mutableData.rawValue else {
        throw ArchiveError(
          .malformed, expected: "a keyed archive", found: "\(data.count) bytes", offset: position)
      }
    } catch let error as ArchiveError where isTypeOmitted && [.truncated, .malformed].contains(error.code) {
      throw ArchiveError(
        error.code, expected: "a keyed archive", found: "one at an offset at which FastCoder cannot read it",
        offset: start,
        advice: "FastCoder 3.3 writes keyed archives at any offset, but cannot read those at 3 modulo 4.")
    }
    let content = cursor.position
    // The data has its own slot, although no alias refers to it.
    _ = place(.data, .data(data), in: takeSlot())
    let node = try read(data, at: content)
    return place(.keyedArchive, node, in: takeSlot())
  }

  /// Reads the object of an archive, and adds the objects that it refers to to this reader's objects.
  ///
  /// - Parameter start: The offset of the archive in the file.
  private mutating func read(_ archive: Data, at start: Int) throws -> ArchiveNode {
    // An archive expands to at most a multiple of its size, which is charged here.
    try charge(16 * archive.count)
    let limits = limitsInside
    var content: ArchiveGraph
    do {
      let node = try KeyedArchive(archive, options: .init(limits: limits)).node()
      content = node.inlined(levels: min(limits.maximumDepth, 256)).mergedGraph
      try Self.check(content, classes)
    } catch var error as ArchiveError {
      error.offset = start + (error.offset ?? 0)
      throw error
    }
    // The object keeps the bytes, because another archiver may have written them in a different order.
    let form = FastCodingForm.keyedArchive(archive)
    if content[content.root] == nil {
      content.root = content.root.with(form)
    } else {
      content[content.root] = content[content.root]?.with(form)
    }
    var graph = ArchiveGraph(objects: objects)
    objects = []
    let root = graph.adopt(.graph(content))
    objects = graph.objects
    return root
  }

  /// Throws if an object is of a class that is not allowed. Foundation's own values are always allowed.
  private static func check(_ graph: ArchiveGraph, _ classes: AllowedClasses) throws {
    for node in graph.objects + [graph.root] {
      try node.visitClasses { if !foundationClasses.contains($0) { try classes.check($0, at: 0) } }
    }
  }

  private static let foundationClasses: Set<String> = [
    "", "NSNull", "NSURL", "NSUUID", "NSIndexSet", "NSMutableIndexSet", "NSValue", "NSDecimalNumber",
    "NSNumber", "NSString", "NSMutableString", "NSData", "NSMutableData", "NSDate", "NSArray",
    "NSMutableArray",
    "NSSet", "NSMutableSet", "NSOrderedSet", "NSMutableOrderedSet", "NSDictionary", "NSMutableDictionary",
  ]
}

extension ArchiveNode {
  /// Returns the same record with a form; other nodes have no form.
  fileprivate func with(_ form: FastCodingForm) -> ArchiveNode {
    guard case .record(var fields) = self else { return self }
    fields.fastCodingForm = form
    return .record(fields)
  }

  /// Calls `body` with the name of every class in the tree.
  fileprivate func visitClasses(_ body: (String) throws -> Void) throws {
    switch self {
    case .instance(let type, _): try body(type.name)
    case .record(let fields): try body(fields.className)
    case .graph: return
    default: break
    }
    for node in heldNodes { try node.visitClasses(body) }
  }
}
