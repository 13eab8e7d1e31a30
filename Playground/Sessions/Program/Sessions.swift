import Foundation
import SessionModels
import StructCoding

@main
struct Sessions {
  static func main() {
    do {
      try run(Options(CommandLine.arguments.dropFirst()))
    } catch let problem as Options.Problem {
      stop("\(problem)\n\(Options.usage)", status: 2)
    } catch {
      stop("\(error)", status: 1)
    }
  }

  private static func run(_ options: Options) throws {
    if options.help { return print(Options.usage) }
    if let input = options.input { return print(try Files.read(input).lines.joined(separator: "\n")) }

    let sessions = [Session].sample
    show("The sessions", sessions.lines)
    show("As keyed archives, the format of NSKeyedArchiver", try table(of: Road.keyedArchives, for: sessions))
    show("The same as a column archive: one word changes", try table(of: Road.bothFormats, for: sessions))
    show("Parts of the column archive", try Columns.parts(of: sessions))
    show("Appended to a file, one by one", try Columns.linesOfNewFile(with: sessions))
    show("Fields under control", try Fields.lines(for: sessions))
    show("Classes with identity, and archives without their types", try Graphs.lines(for: sessions))
    show("By Foundation's coders, for comparison", try table(of: Road.comparisons, for: sessions))
    show("Refused: files that were tampered with", try Refusal.lines(for: sessions))
    if let file = options.output { show("Written", [try Files.row(writing: sessions, to: file)]) }
    if let file = options.append { show("Appended", try Files.lines(appending: sessions, to: file)) }
  }

  private static func show(_ title: String, _ lines: [String]) {
    print(title)
    for line in lines { print("  " + line) }
    print()
  }

  /// Returns the results of each road, in aligned columns: the first on the left, the second on the right.
  private static func table(of roads: [Road], for sessions: [Session]) throws -> [String] {
    try ([["written by", "bytes", "read back"]] + roads.map { try $0.row(for: sessions) }).map { row in
      row[0].padding(toLength: 48, withPad: " ", startingAt: 0)
        + String(repeating: " ", count: 6 - row[1].count) + row[1] + "  " + row[2]
    }
  }

  private static func stop(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("sessions: \(message)\n".utf8))
    exit(status)
  }
}
