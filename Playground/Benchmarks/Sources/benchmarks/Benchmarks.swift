import CMeasuring
import Foundation

@main
struct Benchmarks {
  static func main() {
    do {
      try run(Options(CommandLine.arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("benchmarks: \(error)\n".utf8))
      exit(error is Options.Problem ? 2 : 1)
    }
  }

  private static func run(_ options: Options) throws {
    switch options.task {
    case .help: print(Options.help)
    case .child(let work): try work()
    case .writeArchives(let folder): try CompressedArchives.write(to: folder)
    case .measure(let only, let effort, let publish):
      // Reports a wrong folder before measuring, which takes minutes.
      let publication = publish ? try Publication() : nil
      measuring_keep_freed_memory()
      var report = Report(effort: effort)
      for benchmark in Benchmark.all where only == nil || benchmark.name == only {
        try benchmark.run(&report)
        if effort == .complete, benchmark.measuresDefaultHeap {
          report.results += try DefaultHeap.results(of: benchmark)
        }
      }
      report.print()
      try publication?.keep(report.results)
      guard effort == .check else { return }
      for failure in report.failures { print("too far from its target: \(failure.name)") }
      guard report.failures.isEmpty else { exit(1) }
      if only == nil { try Publication().verify() }
    }
  }
}
