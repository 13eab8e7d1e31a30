internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation
internal import KeyedArchives

/// The values of a batch that have no columns. They are in the keyed archive after the columns.
final class BatchTrees {
  /// The bytes of the archive; `nil` if everything in the batch has columns.
  private var bytes: ByteCursor?
  /// The body that contains the bytes, if its checksum is still to be compared.
  private var unchecked: BatchBody?
  private var reader: ValueListReader?
  /// The readers of values that were read from columns of another form than their type's. The values were archived
  /// for these readers.
  private var converted: [ValueListReader] = []

  /// Sets the place of the archive, once the columns before it are open.
  ///
  /// - Parameter unchecked: The body that contains the bytes, if its checksum is still to be compared.
  func place(at bytes: ByteCursor, in unchecked: BatchBody? = nil) {
    if !bytes.isAtEnd { (self.bytes, self.unchecked) = (bytes, unchecked) }
  }

  /// A copy of the archive.
  var archive: Data { bytes.map { unsafe Data($0.bytes) } ?? Data() }

  /// Opens the archive, when the first value is needed.
  func values(_ content: ValueListReader.Content, in context: ReadContext) throws -> ValueListReader {
    if let reader {
      guard reader.content == content else { throw context.malformed("a list of values", "a graph") }
      return reader
    }
    guard let bytes else { throw context.malformed("the values of trees", "none") }
    if let unchecked, context.verifiesChecksums { try unchecked.check(PartialChecksums()) }
    unchecked = nil
    context.willRead(bytes)
    // SAFETY: the bytes remain valid until the columns of another batch are read, and nothing reads these values
    // then.
    let reader = try unsafe ValueListReader(
      bytes.bytes, at: bytes.origin + bytes.offset, content, context.limits)
    self.reader = reader
    return reader
  }

  /// Reads all values without keeping them.
  func check(in context: ReadContext) throws {
    guard let reader else {
      guard let bytes else { return }
      throw bytes.malformed("the end of the columns", "\(bytes.remaining) more bytes")
    }
    _ = try context.spending { try reader.sharesObjects(budget: &$0) }
  }

  /// Whether values share objects, such as class instances.
  func sharesObjects(in context: ReadContext) throws -> Bool {
    if bytes == nil { return false }
    let reader = try values(reader?.content ?? (context.isFromNodes ? .nodes : .values), in: context)
    return try context.spending { try reader.sharesObjects(budget: &$0) }
  }

  /// Returns a reader of the values that nodes represent.
  func values(of nodes: [ArchiveNode], in context: ReadContext) throws -> ValueListReader {
    let objects = try objects(in: context)
    // A record is a level in nodes, too. Columns count only what can nest without end.
    var limits = context.limits
    let (depth, overflow) = limits.maximumDepth.multipliedReportingOverflow(by: 2)
    limits.maximumDepth = overflow ? .max : depth
    let reader = try context.spending { try ValueListReader(nodes, objects, limits, budget: &$0) }
    converted.append(reader)
    return reader
  }

  /// Returns the objects that nodes of the batch refer to.
  func objects(in context: ReadContext, where isWanted: () -> Bool = { true }) throws -> [ArchiveNode] {
    guard let reader, reader.content != .graph else { return [] }
    return try context.spending { try reader.objects(budget: &$0, where: isWanted) }
  }

  // MARK: Instances

  private var all: [ValueListReader] { (reader.map { [$0] } ?? []) + converted }

  /// Reads the references of all instances created so far.
  func complete(in context: ReadContext) throws {
    for reader in all where reader.hasInstances {
      try context.nested { try context.spending { try reader.complete(budget: &$0) } }
    }
  }

  /// Completes the instances created since the last call, and runs their decoding hooks.
  func finish(in context: ReadContext) throws {
    try complete(in: context)
    for reader in all { try reader.awake() }
  }

  /// Releases all instances.
  func release() throws { for reader in all { try reader.release() } }
}
