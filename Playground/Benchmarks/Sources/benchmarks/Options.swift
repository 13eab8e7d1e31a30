import Foundation

/// The command-line options.
struct Options {
  enum Task {
    case help
    case measure(only: String?, Effort, publish: Bool)
    /// Writes the archives whose sizes are compared.
    case writeArchives(URL)
    /// Work for the process that started this one.
    case child(() throws -> Void)
  }

  struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  static var help: String {
    """
    USAGE: benchmarks [--only NAME] [--check | --publish]
           benchmarks --archives FOLDER

      --only NAME  Measure one of: \(names).
                   Times are processor time: medians of all rounds, beside them those of the fastest. The heap keeps
                   freed memory; rows with “default heap” are measured again in a process where it does not.
      --check      Measure only what targets need, in fewer rounds. Exit with 1 if a figure is below 70% of its
                   target, or above its bound by as much (growth: 20%, since it also measures the machine's
                   memory; quadratic growth would be 100). Bytes and counts must meet their targets in full, and
                   tables and chart must match the stored figures.
      --publish    Store the figures in Playground/Benchmarks/results.json, and update the page Speed, its
                   chart and Playground/Benchmarks/README.md. Run it in the root folder; needs python3.
                   Playground/Benchmarks/publish.py updates these without measuring.
      --archives FOLDER
                   Write the data sets as archives, compressed or not, for Playground/Benchmarks/compression.py.
    """
  }

  private static var names: String { Benchmark.all.map(\.name).joined(separator: ", ") }

  let task: Task

  init(_ arguments: ArraySlice<String>) throws {
    var arguments = arguments
    var only: String?
    var effort = Effort.complete
    var publish = false
    while let argument = arguments.popFirst() {
      switch argument {
      case "--help", "-h":
        task = .help
        return
      case "--check": effort = .check
      case "--publish": publish = true
      case "--archives":
        guard let path = arguments.popFirst() else {
          throw Problem(description: "--archives needs a folder.")
        }
        task = .writeArchives(URL(fileURLWithPath: path))
        return
      case "--only":
        guard let name = arguments.popFirst(), Benchmark.all.contains(where: { $0.name == name }) else {
          throw Problem(description: "--only needs one of: \(Self.names).")
        }
        only = name
      case DefaultHeap.childOption:
        let name = arguments.popFirst()
        guard let benchmark = Benchmark.all.first(where: { $0.name == name }) else {
          throw Problem(description: "\(argument) needs one of: \(Self.names).")
        }
        task = .child { try DefaultHeap.runChild(benchmark) }
        return
      #if os(Linux)
        case PeakMemory.childOption:
          guard let format = ArchiveFormat(rawValue: arguments.popFirst() ?? ""),
            let path = arguments.popFirst()
          else { throw Problem(description: "\(argument) needs a format and a file.") }
          task = .child { try PeakMemory.runChild(format, path) }
          return
        case TouchedPages.childOption:
          guard let path = arguments.popFirst() else {
            throw Problem(description: "\(argument) needs a file.")
          }
          task = .child { try TouchedPages.runChild(path) }
          return
      #endif
      default: throw Problem(description: "unknown argument “\(argument)”. --help lists them.")
      }
    }
    guard effort == .complete || !publish else {
      throw Problem(description: "--publish needs all rounds: leave out --check.")
    }
    task = .measure(only: only, effort, publish: publish)
  }
}
