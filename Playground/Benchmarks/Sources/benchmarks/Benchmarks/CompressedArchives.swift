import BenchmarkModels
import ColumnArchives
import Foundation
import StructCoding

/// Writes the data sets as archives with each kind of compression, for `compression.py`, which compares their sizes with
/// those of other formats.
enum CompressedArchives {
  static func write(to folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try write(.log(lines: 10_000), to: folder)
    try write(.mesh(triangles: 125_000), to: folder)
    try write(.minecraftSavedata(players: 500), to: folder)
    try write(.mk48(updates: 1_000), to: folder)
    let events = Dataset.sessions(events: 100_000).value.flatMap(\.events)
    try write(Dataset(name: "events", value: events), to: folder)
  }

  private static func write<Value: ArchiveValue>(_ dataset: Dataset<Value>, to folder: URL) throws {
    for compression in [.none, .external, .zlib] as [ColumnArchive.Compression] {
      let data = try ColumnArchive.encode(dataset.value, options: .init(compression: compression))
      try data.write(to: folder.appendingPathComponent("\(dataset.name).\(compression)"))
    }
  }
}
