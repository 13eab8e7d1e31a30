import ArchiveTestSupport
import Foundation

/// What is on a disk for certain, and what may be, while a recording is played.
struct PowerCut {
  static let sectorByteCount = 512

  /// A file, as programs see it and as it is on the disk.
  private struct File {
    var seen = Data()
    var durable = Data()
    /// The contents that each sector was given since it was synced.
    var sectors: [Int: [Data]] = [:]
    /// The sizes that the file was given since it was synced.
    var sizes: [Int] = []

    /// Notes that sectors have changed.
    mutating func change(_ range: Range<Int>) {
      let size = PowerCut.sectorByteCount
      guard !range.isEmpty else { return }
      for sector in range.lowerBound / size...(range.upperBound - 1) / size {
        sectors[sector, default: []].append(content(of: sector))
      }
    }

    private func content(of sector: Int) -> Data {
      let start = sector * PowerCut.sectorByteCount
      guard start < seen.count else { return Data(count: PowerCut.sectorByteCount) }
      var content = Data(seen[start..<min(start + PowerCut.sectorByteCount, seen.count)])
      content.setCount(PowerCut.sectorByteCount)
      return content
    }

    mutating func sync() {
      for (sector, contents) in sectors {
        durable.write(contents.last!, at: sector * PowerCut.sectorByteCount)
      }
      durable.setCount(seen.count)
      (sectors, sizes) = ([:], [seen.count])
    }
  }

  private var files: [DiskImage.FileID: File] = [:]
  private var durable = DiskImage()
  /// What was done to the names of each folder since it was synced.
  private var names: [String: [DiskEvent]] = [:]
  /// What the caller was promised.
  var promise = ProofPromise()
  /// Whether sectors that were never written may have the content of other files, rather than zeros.
  var leavesStale = false

  /// - Parameter image: What was on the disk before the recording.
  init(_ image: DiskImage) {
    durable = image
    files = image.files.mapValues { File(seen: $0, durable: $0, sizes: [$0.count]) }
  }

  mutating func play(_ event: DiskEvent) {
    switch event {
    case .makeFolder(let path): names[folder(of: path), default: []].append(event)
    case .create(let path, let file):
      files[file] = File(sizes: [0])
      names[folder(of: path), default: []].append(event)
    case .rename(let path, _), .remove(let path): names[folder(of: path), default: []].append(event)
    case .write(let file, let data, let offset):
      files[file]!.seen.write(data, at: offset)
      files[file]!.change(offset..<offset + data.count)
      files[file]!.sizes.append(files[file]!.seen.count)
    case .truncate(let file, let size):
      let old = files[file]!.seen.count
      files[file]!.seen.setCount(size)
      files[file]!.change(min(size, old)..<old)
      files[file]!.sizes.append(size)
    case .sync(let file): files[file]!.sync()
    case .failedSync(let file): files[file]!.sectors = [:]
    case .syncFolder(let path):
      for event in names.removeValue(forKey: path) ?? [] { Self.apply(event, to: &durable) }
    case .began(let counts): promise.possible.merge(counts, uniquingKeysWith: max)
    case .promised(let counts): promise.certain.merge(counts, uniquingKeysWith: max)
    case .opened(let counts): (promise.certain, promise.possible) = (counts, counts)
    }
  }

  private static func apply(_ event: DiskEvent, to image: inout DiskImage) {
    switch event {
    case .makeFolder(let path): image.folders.insert(path)
    case .create(let path, let file): image.names[path] = file
    case .remove(let path): image.names[path] = nil
    case .rename(let path, let other):
      if let file = image.names.removeValue(forKey: path) { image.names[other] = file }
    default: break
    }
  }

  // MARK: Cutting

  /// Returns a disk on which some of what was not synced has arrived.
  func image(_ random: inout SeededGenerator) -> DiskImage {
    var image = durable
    for (_, events) in names.sorted(by: { $0.key < $1.key }) {
      let count = random.oneIn(3) ? events.count : random.below(events.count + 1)
      let isOrdered = !random.oneIn(3)
      for (index, event) in events.enumerated() where isOrdered ? index < count : random.oneIn(2) {
        Self.apply(event, to: &image)
      }
    }
    image.folders = image.folders.filter { $0 == "/" || image.folders.contains(folder(of: $0)) }
    image.names = image.names.filter { image.folders.contains(folder(of: $0.key)) }
    image.files = [:]
    for file in image.names.values.sorted() { image.files[file] = content(of: file, &random) }
    return image
  }

  /// Returns the content of a sector that belonged to another file before: bytes without order, a text, a batch of an
  /// archive, or what another file of the log has or had, such as batches of an earlier segment.
  private func stale(_ random: inout SeededGenerator) -> Data {
    let size = Self.sectorByteCount
    switch random.below(4) {
    case 0: return Data((0..<size).map { _ in UInt8.random(in: 1...255, using: &random) })
    case 1: return Data(repeating: UInt8(ascii: "x"), count: size)
    case 2: return Data(ProofPayload.nestedArchive.dropFirst(random.below(200)).prefix(size))
    default:
      let other = files[files.keys.sorted().randomElement(using: &random)!]!.seen
      return Data(other.dropFirst(random.below(other.count / size + 1) * size).prefix(size))
    }
  }

  /// Returns what is on the disk of a file.
  private func content(of id: DiskImage.FileID, _ random: inout SeededGenerator) -> Data {
    let file = files[id]!
    var data = file.durable
    let sectors = file.sectors.sorted { $0.key < $1.key }
    let isStale = leavesStale && random.oneIn(2)
    // All, none, a beginning, an end, or any; in the last case also older contents.
    let (kind, bound) = (random.below(6), random.below(max(sectors.count, 1)))
    for (index, (sector, contents)) in sectors.enumerated() {
      let arrives =
        switch kind {
        case 0: true
        case 1: false
        case 2: index < bound
        case 3: index >= bound
        default: random.oneIn(2)
        }
      guard arrives || sector * Self.sectorByteCount < file.durable.count else {
        // A sector that was never written has what was there before, on some disks.
        if isStale { data.write(stale(&random), at: sector * Self.sectorByteCount) }
        continue
      }
      guard arrives else { continue }
      let content = kind == 5 ? contents[random.below(contents.count)] : contents.last!
      data.write(content, at: sector * Self.sectorByteCount)
    }
    var size = file.sizes.last!
    if random.oneIn(3) { size = file.sizes[random.below(file.sizes.count)] }
    if random.oneIn(4) {
      // The size was on its way, with some of the pages.
      let (least, greatest) = (file.sizes.min()!, file.sizes.max()!)
      let sector = least / Self.sectorByteCount + random.below((greatest - least) / Self.sectorByteCount + 2)
      size = min(max(sector * Self.sectorByteCount, least), greatest)
    }
    data.setCount(size)
    return data
  }
}

/// What a log must have after a power cut.
struct ProofPromise {
  /// Records that were acknowledged as synced.
  var certain: ProofCounts = [:]
  /// Records that were appended.
  var possible: ProofCounts = [:]
}
