public import ArchiveBytes
internal import ArchiveFiles
public import ArchiveValues
public import Foundation

/// A column archive: each field of each type is one contiguous column, and each name is stored once.
///
/// ```swift
/// let data = try ColumnArchive.encode(sessions)
/// let back = try ColumnArchive.decode([Session].self, from: data)
/// ```
///
/// It takes every type that ``KeyedArchive`` takes. It is several times as fast and a fraction of the size, but only
/// this library reads it. `ColumnArchiveFormat.md`, beside the sources, describes the bytes.
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
  let options: DecodingOptions
  /// Whether the data is a `MappedFile`.
  let isMapped: Bool
  /// The location of each batch. An archive of a single value has one batch, which covers all its content.
  let batches: [ArchiveLayout.Batch]
  /// The place of the batches' statistics; `nil` if there are none.
  let zones: StoredZones?
  /// The number of elements in the archived array, or 1 if a single value was archived.
  public var count: Int { batches.last.map { $0.start + $0.count } ?? 0 }
  /// The number of batches that hold the elements.
  public var batchCount: Int { batches.count }
  /// Whether an array was archived, or appended to a file.
  public let isSequence: Bool

  /// Options for writing values.
  public struct EncodingOptions: Sendable, Hashable {
    /// The number of elements in a batch; 4,096 by default. A reader needs memory for one batch at a time. Smaller
    /// batches make larger archives.
    public var batchSize: Int
    /// The limits for writing; only the depth is used.
    public var limits: ArchiveLimits
    /// The compression of the archive; none by default.
    public var compression: Compression

    /// Creates options with these values.
    ///
    /// - Parameter batchSize: The number of elements in a batch; a value less than 1 counts as 1.
    public init(
      batchSize: Int = 4_096, limits: ArchiveLimits = ArchiveLimits(), compression: Compression = .none
    ) {
      self.batchSize = batchSize
      self.limits = limits
      self.compression = compression
    }

    /// The number of elements in a batch; fewer if a batch cannot hold that many.
    var possibleBatchSize: Int { min(max(batchSize, 1), BatchFrame.maximumCount) }
  }

  /// Options for reading archives.
  public struct DecodingOptions: Sendable, Hashable {
    /// Limits on the memory and the depth of reading an archive.
    public var limits: ArchiveLimits
    /// Whether the checksums of an archive are compared with its bytes; `true` by default. Each part is checked when it
    /// is opened, before any of its values is read. A difference is an ``ArchiveError/Code/damaged`` error.
    ///
    /// Without checksums, damaged bytes may be read as other values, but nothing worse can happen: any bytes give
    /// values or an ``ArchiveError``.
    public var verifiesChecksums: Bool
    /// Whether an archive of a sequence may lack its end, as a file does if a program stopped while appending;
    /// `false` by default. If the end is missing, the archive contains the elements of all complete batches, and all
    /// their checksums are compared when the archive is opened. A damaged batch before complete ones is an error.
    public var readsIncompleteFiles: Bool

    /// Creates options with these values.
    public init(
      limits: ArchiveLimits = ArchiveLimits(), verifiesChecksums: Bool = true,
      readsIncompleteFiles: Bool = false
    ) {
      self.limits = limits
      self.verifiesChecksums = verifiesChecksums
      self.readsIncompleteFiles = readsIncompleteFiles
    }
  }

  /// Writes a value as a column archive.
  ///
  /// - Returns: The bytes; the same value gives the same bytes in every process.
  /// - Throws: ``ArchiveError`` if the value nests deeper than the limits allow or holds an object that cannot be
  ///   archived.
  /// - Complexity: Linear in the size of the value.
  public static func encode<Value: ArchiveValue>(
    _ value: Value, options: EncodingOptions = EncodingOptions()
  ) throws -> Data {
    let root = try RootTable.shared.root(Value.self)
    return try unsafe withUnsafePointer(to: value) { address in
      try ColumnWriter.data(options.limits) {
        try unsafe root.write(UnsafeRawPointer(address), with: $0, options)
      }
    }
  }

  /// Reads the value of a column archive.
  ///
  /// - Parameters:
  ///   - type: The type to read. Its fields are matched with the archive's by name.
  ///   - data: The archive; it may be a slice or a mapped file.
  /// - Throws: ``ArchiveError``, located in the archive, for any invalid bytes.
  /// - Complexity: Linear in the size of the value, and bounded by the limits.
  @inlinable
  public static func decode<Value: ArchiveValue>(
    _ type: Value.Type, from data: Data, options: DecodingOptions = DecodingOptions()
  ) throws -> Value {
    try unsafe withUnsafeTemporaryAllocation(
      byteCount: MemoryLayout<Value>.size, alignment: MemoryLayout<Value>.alignment
    ) { memory in
      // The allocation for a zero-sized value may have no address. Any address will do, because nothing is stored
      // there.
      let value = unsafe memory.baseAddress ?? UnsafeMutableRawPointer(bitPattern: 64)!
      try unsafe _decode(type, from: data, into: value, options)
      return unsafe value.assumingMemoryBound(to: Value.self).move()
    }
  }

  /// Does the work of ``decode(_:from:options:)``, into memory for the value.
  @usableFromInline
  static func _decode<Value: ArchiveValue>(
    _ type: Value.Type, from data: Data, into value: UnsafeMutableRawPointer, _ options: DecodingOptions
  ) throws {
    let root = try RootTable.shared.root(type)
    // Values are read from borrowed bytes only here. Nothing made from the bytes outlives the call.
    let place = unsafe Place(base: value, stride: MemoryLayout<Value>.stride)
    try unsafe data.withUnsafeBytes { try unsafe root.read(ByteCursor($0), into: place, options) }
  }

  /// Opens an archive without decoding its values.
  ///
  /// - Throws: ``ArchiveError`` if the bytes are not a column archive, or are cut off.
  /// - Complexity: Linear in the size of the schema and the number of batches.
  public init(_ data: Data, options: DecodingOptions = DecodingOptions()) throws {
    try self.init(data, options: options, isMapped: false)
  }

  /// Opens an archive.
  ///
  /// - Parameters:
  ///   - isMapped: Whether the data is a `MappedFile`.
  ///   - progress: Called with the number of bytes that have been read and will not be read again.
  package init(
    _ data: Data, options: DecodingOptions, isMapped: Bool = false, progress: (Int) -> Void = { _ in }
  ) throws {
    (self.data, self.options, self.isMapped) = (data, options, isMapped)
    (isSequence, (batches, zones)) = try unsafe data.withUnsafeBytes { bytes in
      let layout = try unsafe ArchiveLayout(ByteCursor(bytes), verifies: options.verifiesChecksums)
      return (
        layout.isSequence,
        try layout.sequence(
          verifies: options.verifiesChecksums, readsIncomplete: options.readsIncompleteFiles, progress)
      )
    }
  }

  /// Creates an archive of some of the batches in the data.
  init(data: Data, options: DecodingOptions, isMapped: Bool = false, batches: [ArchiveLayout.Batch]) {
    (self.data, self.options, self.isMapped) = (data, options, isMapped)
    (self.batches, zones, isSequence) = (batches, nil, true)
  }

  /// The budget of a call that reads the archive.
  var budget: Int { options.limits.decodedSizeAllowed(forArchiveOf: data.count) }

  /// Opens an archive in a file.
  ///
  /// - Parameter alwaysMapped: Whether to map the file into memory, so that only the parts that are read are loaded. By
  ///   default the whole file is read.
  ///
  ///   Set it only if no program changes the file while the archive exists. Writing to a mapped file changes bytes that were
  ///   checked: the program then reads or writes memory that is not its own. Truncating it ends the program. Replacing or
  ///   removing the file is safe: the archive keeps the old one.
  /// - Throws: ``ArchiveError``, and Foundation's error if the file cannot be read.
  public init(
    contentsOf url: URL, alwaysMapped: Bool = false, options: DecodingOptions = DecodingOptions()
  ) throws {
    let data = try alwaysMapped ? MappedFile.data(contentsOf: url) : Data(contentsOf: url)
    try self.init(data, options: options, isMapped: alwaysMapped)
  }
}
