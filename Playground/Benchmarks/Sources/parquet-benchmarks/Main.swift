import BenchmarkModels
import CMeasuring
import ColumnArchives
import Foundation
import ParquetExport
import StructCoding

/// Compares `ParquetExport` with pyarrow, and with the encoding of column archives.
///
/// In each round, all of them write the same rows. Times are those of the processor; the table of pyarrow and the
/// archive are in memory. The goals of the issue: at most 1.1 times the bytes of pyarrow and its time, and 6 times that
/// of `ColumnArchive.encode`.
///
///     swift run -c release --package-path Playground/Benchmarks parquet-benchmarks [--rounds N] [--count N] [--table T]
@main
struct Main {
  var rounds = 7
  var count = 1_000_000
  var only: String?

  static func main() throws {
    measuring_keep_freed_memory()
    var main = Main()
    var arguments = CommandLine.arguments.dropFirst()
    while let option = arguments.popFirst() {
      let value = arguments.popFirst() ?? ""
      switch option {
      case "--rounds": main.rounds = Int(value) ?? main.rounds
      case "--count": main.count = Int(value) ?? main.count
      case "--table": main.only = value
      default: return print("Unknown option: \(option)")
      }
    }
    try main.run()
  }

  private func run() throws {
    print("\(count) events, \(rounds) rounds, medians of processor time in milliseconds, sizes in bytes")
    print(
      "table              compression   export  pyarrow    times   encode    times     size  pyarrow    times"
    )
    try measure("events") { Tables.events(count) }
    try measure("sessions") { Tables.sessions(count) }
    try measure("visits") { Tables.visits(count) }
    try measure("distinct texts") { Tables.distinctEvents(count) }
  }

  private func measure<Value: ArchiveValue>(_ name: String, _ make: () -> [Value]) throws {
    guard only == nil || only == name else { return }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (own, other) = (
      folder.appendingPathComponent("own.parquet"), folder.appendingPathComponent("other.parquet")
    )
    let source = folder.appendingPathComponent("source.parquet")
    let values = make()
    // It counts from an archive that is open, as pyarrow's does from a table in memory. Columns of equal values take no
    // bytes, so the limit of untrusted archives is not for it.
    let options = ColumnArchive.DecodingOptions(limits: ArchiveLimits(maximumDecodedSize: .max))
    let archive = try ColumnArchive(ColumnArchive.encode(values), options: options)
    try Parquet.write(archive, of: Value.self, to: source)
    let reference = try Reference()
    for compression in ParquetCompression.allCases {
      var (exports, references, encodings) = ([Double](), [Double](), [Double]())
      var sizes = (own: 0, other: 0)
      for _ in 0..<(compression == .gzip ? min(rounds, 3) : rounds) {
        encodings.append(try milliseconds { _ = try ColumnArchive.encode(values) })
        exports.append(
          try milliseconds {
            let options = ParquetOptions(compression: compression)
            sizes.own = try Parquet.write(archive, of: Value.self, to: own, options: options).byteCount
          })
        let written = try reference.write(source, to: other, compression.rawValue)
        references.append(written.time)
        sizes.other = written.byteCount
      }
      let (export, reference, encoding) = (exports.median, references.median, encodings.median)
      let columns: [String] = [
        String(format: "%8.1f", export), String(format: "%8.1f", reference),
        String(format: "%8.2f", export / reference), String(format: "%8.1f", encoding),
        String(format: "%8.2f", export / encoding), String(format: "%8d", sizes.own),
        String(format: "%8d", sizes.other), String(format: "%8.3f", Double(sizes.own) / Double(sizes.other)),
      ]
      let head =
        name.padding(toLength: 18, withPad: " ", startingAt: 0) + " "
        + compression.rawValue.padding(toLength: 11, withPad: " ", startingAt: 0)
      print(head, columns.joined(separator: " "))
    }
  }
}

/// Returns the processor time that `work` takes.
private func milliseconds(_ work: () throws -> Void) rethrows -> Double {
  func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }
  let start = now()
  try work()
  return now() - start
}

extension [Double] {
  fileprivate var median: Double { sorted()[count / 2] }
}
