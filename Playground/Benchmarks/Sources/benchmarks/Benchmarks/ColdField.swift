import BenchmarkModels
import ColumnArchives
import Foundation
import StructCoding

extension Benchmark {
  /// One field of a million elements in a mapped file that is in no cache, read by a process that knows neither the file
  /// nor the type. The columns that were not asked for should not be touched.
  static var coldField: Benchmark {
    Benchmark(name: "cold-field") { report in
      #if os(Linux)
        let lines = report.effort == .complete ? 1_000_000 : 200_000
        let logs = Dataset.log(lines: lines).value.logs
        let pages = try TouchedPages.measure(ColumnArchive.encode(logs))
        guard pages.before < pages.file / 100 else { return }
        // The same field in an archive of its own. In each batch it ends in the middle of pages, which count as a whole.
        let field = try ColumnArchive.encode(logs.map(\.size)).count
        report.targets += [
          ("touched to open the file, of its bytes", Double(pages.opened) / Double(pages.file), 0.05),
          ("touched to read a field, times its bytes", Double(pages.read) / Double(field), 2),
          ("touched to read a field, of the file's bytes", Double(pages.read) / Double(pages.file), 0.2),
        ].map { name, measured, target in
          Target(name: "\(lines) cold lines: \(name)", measured: measured, target: target, bound: .atMost)
        }
      #endif
    }
  }
}
