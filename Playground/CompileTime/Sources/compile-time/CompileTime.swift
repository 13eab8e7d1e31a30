import Foundation

@main
struct CompileTime {
  /// The largest accepted time of an archivable type, as a multiple of `Codable`'s. The goal is 1.5; beside other work of the
  /// machine, the macro's process takes a larger part of the time, and the same code has measured 1.5 to 1.7.
  static let limit = 1.8

  static func main() {
    do {
      try run(Options(CommandLine.arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("compile-time: \(error)\n".utf8))
      exit(error is Options.Problem ? 2 : 1)
    }
  }

  private static func run(_ options: Options) throws {
    if options.isHelp { return print(Options.help) }
    let root = URL(filePath: FileManager.default.currentDirectoryPath)
    let package = try ModelPackage(
      types: 100, typesPerFile: options.typesPerFile, library: root,
      scratch: URL(filePath: options.scratch).absoluteURL)
    try package.writeTypes()
    let rounds = options.rounds ?? (options.isCheck ? 3 : 5)
    var measurements = [try Measurement("debug", of: package, .debug, .everything, rounds: rounds)]
    if !options.isCheck {
      measurements.append(
        try Measurement("debug, one file", of: package, .debug, .oneFile, rounds: rounds))
      measurements.append(try Measurement("release", of: package, .release, .everything, rounds: rounds))
    }
    printTable(measurements)
    let ratio = measurements[0].ratio(of: .archivable)
    guard options.isCheck, ratio > limit else { return }
    print("@Archivable takes \(format(ratio)) times as long as Codable, more than \(format(limit))")
    exit(1)
  }

  /// Prints the processor time in seconds, and as a multiple of `Codable`'s.
  private static func printTable(_ measurements: [Measurement]) {
    print("| | " + measurements.map { "\($0.title) | of `Codable`" }.joined(separator: " | ") + " |")
    print("|---|" + measurements.map { _ in "--:|--:|" }.joined())
    for variant in Variant.allCases {
      let cells = measurements.map {
        "\(String(format: "%.1f", $0[variant])) s | \(format($0.ratio(of: variant)))×"
      }
      print("| \(variant.title) | " + cells.joined(separator: " | ") + " |")
    }
  }

  private static func format(_ value: Double) -> String { String(format: "%.2f", value) }
}
