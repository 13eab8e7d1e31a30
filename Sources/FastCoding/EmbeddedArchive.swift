internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation
internal import KeyedArchives

/// A keyed archive in a FastCoding file. It contains one object and everything that the object refers to.
struct EmbeddedArchive {
  let data: Data

  init(_ data: Data) { self.data = data }

  /// Creates the archive of an object.
  init(of object: ArchiveNode, _ limits: ArchiveLimits) throws {
    data = try KeyedArchive.data(of: object, options: .init(limits: limits))
  }

  /// Reads the object, and adds what it refers to to the objects of the reader.
  ///
  /// - Parameter start: The offset of the archive in the file.
  func read(into reader: inout FastCodingReader, at start: Int) throws -> ArchiveNode {
    // An archive expands to at most a multiple of its size, which is charged here.
    try reader.charge(16 * data.count)
    var content: ArchiveGraph
    do {
      content = try self.content(reader.limitsInside)
      try Self.check(content, reader.options.classes)
    } catch var error as ArchiveError {
      error.offset = start + (error.offset ?? 0)
      throw error
    }
    // The object keeps the bytes, since another archiver may have written them in a different order.
    let form = FastCodingForm.keyedArchive(data)
    if content[content.root] == nil {
      content.root = content.root.with(form)
    } else {
      content[content.root] = content[content.root]?.with(form)
    }
    var graph = ArchiveGraph(objects: reader.objects)
    reader.objects = []
    let root = graph.adopt(.graph(content))
    reader.objects = graph.objects
    return root
  }

  /// Returns whether the archive holds exactly this object.
  func holds(_ object: ArchiveNode, _ limits: ArchiveLimits) -> Bool {
    guard let content = try? content(limits) else { return false }
    return ArchiveNode.graph(content).hasSameSharing(as: object)
  }

  private func content(_ limits: ArchiveLimits) throws -> ArchiveGraph {
    let graph = try KeyedArchive(data, options: .init(limits: limits)).graph()
    let node = ArchiveNode.graph(graph).inlined(levels: min(limits.maximumDepth, 256))
    return if case .graph(let graph) = node { graph } else { ArchiveGraph(root: node) }
  }

  /// Throws if an object is of a class that is not allowed. Foundation's own values are always allowed.
  private static func check(_ graph: ArchiveGraph, _ classes: FastCodingArchive.AllowedClasses) throws {
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
