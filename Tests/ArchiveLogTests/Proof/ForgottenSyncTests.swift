import ArchiveFiles
import ArchiveLogs
import ArchiveTestSupport
import ColumnArchives
import XCTest

/// The power cuts have teeth: leave out one kind of sync, or the checksums, and some state is wrong.
final class ForgottenSyncTests: XCTestCase {
  /// Each sync has a place among the calls on its file: a kind is told by what was called before it.
  private enum Sync {
    /// Of the header of a segment, before the segment has its name.
    case header
    /// Of batches.
    case batches
    /// Of a footer.
    case footer
    /// Of the folder, when a segment gets its name.
    case name
    /// Of the catalog and its name. What it knows of segments, they know themselves; what repairs have noted is in no
    /// power cut here.
    case catalog
    /// Of the folder around that of the log, after that was created.
    case folder
    /// Of the folder, when the log is opened.
    case opening
    /// Of the bytes that are set aside when a torn end is cut off.
    case removedBytes
  }

  func testBatchesMustBeSynced() async throws { try await assertNeeded(.batches) }
  func testBatchesMustBeSyncedBeforeTheFooter() async throws { try await assertNeeded(.batches, .written) }
  func testTheFooterMustBeSynced() async throws { try await assertNeeded(.footer) }
  func testTheNameMustBeSynced() async throws { try await assertNeeded(.name) }
  func testTheFolderMustBeSynced() async throws { try await assertNeeded(.folder) }

  /// A sector that was not written may have the header of another segment.
  func testTheHeaderMustBeSynced() async throws { try await assertNeeded(.header) }

  /// A name that an earlier opener could not bring to the disk is that of an empty segment, which is removed. So what
  /// this sync does is only to bring files to the disk that somebody else put there.
  func testNothingIsPromisedOfNamesBeforeOpening() async throws {
    let fault = try await firstFault(.opening, nil, programs: Thoroughness.isFull ? 6 : 1)
    XCTAssertNil(fault)
  }

  private func assertNeeded(
    _ sync: Sync, _ durability: ArchiveLogDurability? = nil, line: UInt = #line
  ) async throws {
    let fault = try await firstFault(sync, durability)
    XCTAssertNotNil(fault, "leaving out the sync of \(sync) is not found", line: line)
    print("without the sync of \(sync): \(fault ?? "")".prefix(300))
  }

  /// Leaves out a kind of sync, and returns what the power cuts find.
  private func firstFault(
    _ sync: Sync, _ durability: ArchiveLogDurability?, programs: Int = 6
  ) async throws -> String? {
    var random = SeededGenerator("\(sync)")
    for _ in 0..<programs {
      let disk = SimulatedDisk()
      disk.setFault(Self.forgetting(sync))
      var program = ProofProgram(
        random: SeededGenerator(seed: random.next()), disk: disk, sessionCount: 2, durability: durability)
      try await program.run()
      var cuts = PowerCuts(disk.recording, SeededGenerator(seed: random.next()))
      (cuts.imageCount, cuts.depth, cuts.stopsAtFault) = (4, 0, true)
      cuts.leavesStale = sync == .header
      try await cuts.checkAll()
      if let fault = cuts.faults.first { return fault }
    }
    return nil
  }

  private static func forgetting(_ sync: Sync) -> @Sendable (SimulatedDisk.Call) -> SimulatedDisk.Fault? {
    let history = History()
    return { call in history.kind(of: call) == sync ? .isIgnored : nil }
  }

  /// What was called before.
  private final class History: @unchecked Sendable {
    private var last = (name: "", path: "")
    /// The last bytes that each file was given.
    private var written: [String: Data] = [:]

    /// The disk makes one call at a time.
    func kind(of call: SimulatedDisk.Call) -> Sync? {
      defer { if call.name != "open", call.name != "lseek" { last = (call.name, call.path) } }
      switch call.name {
      case "pwrite":
        written[call.path] = call.bytes
        return nil
      case "fdatasync":
        guard let bytes = written[call.path] else { return nil }
        if bytes.starts(with: [0xC3, 0x42, 0x41, 0x54]) { return .batches }
        if call.path.contains("/catalog") { return .catalog }
        if call.path.hasSuffix(".column.new") { return .header }
        return call.path.hasSuffix(".column") ? .footer : .removedBytes
      case "fsync":
        guard call.path == DiskImage.log.path else { return .folder }
        if last.path.contains("/catalog") { return .catalog }
        return last.name == "rename" && last.path.hasSuffix(".column.new") ? .name : .opening
      default: return nil
      }
    }
  }

  /// Some state has bytes that only a checksum tells from others.
  func testChecksumsAreNeeded() async throws {
    var random = SeededGenerator()
    var options = ColumnArchive.DecodingOptions()
    options.verifiesChecksums = false
    var found = 0
    for _ in 0..<4 {
      let disk = SimulatedDisk()
      var program = ProofProgram(
        random: SeededGenerator(seed: random.next()), disk: disk, sessionCount: 1, durability: .written)
      try await program.run()
      var cut = PowerCut(DiskImage())
      for event in disk.recording {
        cut.play(event)
        for _ in 0..<20 {
          for (_, data) in cut.image(&random).contents(".column") {
            found += hasChanges(data, options) ? 1 : 0
          }
        }
      }
    }
    XCTAssertGreaterThan(found, 5)
  }

  /// Returns whether the batches have wrong records, if they are read without checksums as long as there seem to be some.
  private func hasChanges(_ data: Data, _ options: ColumnArchive.DecodingOptions) -> Bool {
    guard let header = try? SequenceHeader(of: data).byteCount else { return false }
    var (hasChanges, offset) = (false, header)
    let salt = FrameSearch.salt(of: data, originAt: header - SequenceOrigin.byteCount)
    while let head = BatchFrame(data.dropFirst(offset).prefix(32), at: offset, salt: salt),
      head.body.upperBound <= data.count
    {
      let archive = ColumnArchive(
        header: data.prefix(header), body: Data(data[head.body]), count: head.count, options: options)
      let records = (try? archive.elements(of: ProofRecord.self)) ?? []
      hasChanges = hasChanges || records.contains { $0 != ProofRecord($0.number, of: $0.task) }
      offset = head.body.upperBound
    }
    return hasChanges
  }
}
