public import ArchiveBytes
public import ArchiveValues
public import Foundation

/// The column archive: each field of each type as one contiguous column, with the names once.
///
/// ```swift
/// let data = try ColumnArchive.encode(sessions)
/// let back = try ColumnArchive.decode([Session].self, from: data)
/// ```
///
/// It takes every type that ``KeyedArchive`` takes, is several times as fast and a fraction of its size, and no other
/// program reads it. The bytes are described in <doc:ColumnArchiveFormat>.
///
/// To read some elements or a single field of an archive, open it:
///
/// ```swift
/// let archive = try ColumnArchive(contentsOf: url)
/// let tags = try archive.values(at: Session.path.events.eventTag)
/// let some = try archive.elements(of: Session.self, in: 100..<110)
/// ```
public struct ColumnArchive: Sendable {
  let data: Data
  let limits: ArchiveLimits
  /// Where the batches are; one for all when the archive is no sequence.
  let batches: [ArchiveLayout.Batch]
  /// How many elements the array has that was archived; 1 when it was no array.
  public var count: Int { batches.last.map { $0.start + $0.count } ?? 0 }
  /// How many batches the elements are in.
  public var batchCount: Int { batches.count }
  /// Whether an array was archived, or appended to a file.
  public let isSequence: Bool

  /// How values are written.
  public struct EncodingOptions: Sendable, Hashable {
    /// How many elements of an array are written together; 4,096 by default. A reader needs no more than a batch at
    /// a time; smaller ones take more bytes.
    public var batchSize: Int
    /// Only the depth counts when writing.
    public var limits: ArchiveLimits

    /// Options with these values.
    ///
    /// - Parameter batchSize: How many elements are written together; less than 1 counts as 1.
    public init(batchSize: Int = 4_096, limits: ArchiveLimits = ArchiveLimits()) {
      self.batchSize = batchSize
      self.limits = limits
    }
  }

  /// How archives are read.
  public struct DecodingOptions: Sendable, Hashable {
    /// What the archive may cost; see ``ArchiveLimits``.
    public var limits: ArchiveLimits

    /// Options with these limits.
    public init(limits: ArchiveLimits = ArchiveLimits()) { self.limits = limits }
  }

  /// Writes a value as a column archive.
  ///
  /// - Returns: The bytes; the same value gives the same bytes in every process.
  /// - Throws: ``ArchiveError`` when the value nests deeper than the limits allow or holds an object that cannot be
  ///   archived.
  /// - Complexity: Linear in the size of the value.
  @inlinable
  public static func encode<Value: ArchiveValue>(
    _ value: Value, options: EncodingOptions = EncodingOptions()
  ) throws -> Data {
    try unsafe withUnsafePointer(to: value) {
      try unsafe _encode(Value.self, at: UnsafeRawPointer($0), options)
    }
  }

  /// What ``encode(_:options:)`` is, for the value at an address: whoever calls that has its own version of the rest,
  /// which knows the type.
  @usableFromInline
  static func _encode<Value: ArchiveValue>(
    _ type: Value.Type, at address: UnsafeRawPointer, _ options: EncodingOptions
  ) throws -> Data {
    let root = try CodecTable.shared.root(type)
    return try ColumnWriter.data(options.limits) { try unsafe root.write(address, with: $0, options) }
  }

  /// Writes a value as a column archive into memory of the caller.
  ///
  /// - Returns: How many bytes were written, at the start of the memory.
  /// - Throws: What ``encode(_:options:)-(Value,_)`` throws, and ``ArchiveError/Code/limitExceeded`` when the memory is too
  ///   small. As many bytes as the archive takes are enough; a few more spare a copy.
  public static func encode<Value: ArchiveValue>(
    _ value: Value, into memory: UnsafeMutableRawBufferPointer, options: EncodingOptions = EncodingOptions()
  ) throws -> Int {
    let root = try CodecTable.shared.root(Value.self)
    let output = try unsafe ColumnWriter.write(into: memory, options.limits) { writer in
      try unsafe withUnsafePointer(to: value) {
        try unsafe root.write(UnsafeRawPointer($0), with: writer, options)
      }
    }
    guard let count = unsafe output.countInPlace(of: memory) else {
      throw ArchiveError(
        .limitExceeded, expected: "memory for \(output.count) bytes", found: "\(memory.count) bytes")
    }
    return count
  }

  /// Reads the value of a column archive.
  ///
  /// - Parameters:
  ///   - type: The type to read. Its fields are matched with those of the archive by name.
  ///   - data: The archive; a slice or a mapped file will do.
  /// - Throws: ``ArchiveError``, located in the archive, whatever the bytes are.
  /// - Complexity: Linear in the size of the value, and bounded by the limits.
  @inlinable
  public static func decode<Value: ArchiveValue>(
    _ type: Value.Type, from data: Data, options: DecodingOptions = DecodingOptions()
  ) throws -> Value {
    try unsafe withUnsafeTemporaryAllocation(
      byteCount: MemoryLayout<Value>.size, alignment: MemoryLayout<Value>.alignment
    ) { memory in
      // An allocation for a value of no bytes may have no address, and none is used.
      let value = unsafe memory.baseAddress ?? UnsafeMutableRawPointer(bitPattern: 64)!
      try unsafe _decode(type, from: data, into: value, options)
      return unsafe value.assumingMemoryBound(to: Value.self).move()
    }
  }

  /// What ``decode(_:from:options:)`` is, into memory for the value.
  @usableFromInline
  static func _decode<Value: ArchiveValue>(
    _ type: Value.Type, from data: Data, into value: UnsafeMutableRawPointer, _ options: DecodingOptions
  ) throws {
    let root = try CodecTable.shared.root(type)
    // The one place where values are read from borrowed bytes; nothing made from them outlives the call.
    try unsafe data.withUnsafeBytes { try unsafe root.read(ByteCursor($0), into: value, options.limits) }
  }

  /// Opens an archive, without decoding what is in it.
  ///
  /// - Throws: ``ArchiveError`` when the bytes are not a column archive, or end before it does.
  /// - Complexity: Linear in the size of the schema and the count of batches.
  public init(_ data: Data, options: DecodingOptions = DecodingOptions()) throws {
    try self.init(data, options: options) { _ in }
  }

  /// Opens an archive.
  ///
  /// - Parameter progress: Called with the count of bytes that are behind, and are not looked at again.
  package init(_ data: Data, options: DecodingOptions, progress: (Int) -> Void) throws {
    self.data = data
    limits = options.limits
    (isSequence, batches) = try unsafe data.withUnsafeBytes { bytes in
      let layout = try unsafe ArchiveLayout(ByteCursor(bytes))
      let whole = ArchiveLayout.Batch(start: 0, count: 1, columns: layout.content.offset..<layout.content.end)
      return (layout.isSequence, layout.isSequence ? try layout.batches(progress) : [whole])
    }
  }

  /// What a call that reads the archive may cost.
  @usableFromInline var _budget: Int { limits.decodedSizeAllowed(forArchiveOf: data.count) }

  /// Opens an archive in a file, which is mapped into memory: only what is read of it is loaded.
  ///
  /// - Throws: ``ArchiveError``, and what Foundation throws when the file cannot be read.
  public init(contentsOf url: URL, options: DecodingOptions = DecodingOptions()) throws {
    try self.init(try Data(contentsOf: url, options: .alwaysMapped), options: options)
  }
}
