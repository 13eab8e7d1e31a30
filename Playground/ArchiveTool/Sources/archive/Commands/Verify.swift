import ArgumentParser
import Foundation
import StructCoding

/// `archive verify`: checks that all of a file can be read.
struct Verify: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Checks that a whole file can be read.",
    discussion: """
      Reads every value once. Exits with 0 if all can be read, with 1 and the place of the first value that cannot, \
      and with 2 for wrong arguments or a file that does not exist.

      Examples:
        archive verify sessions.column
        for file in *.archive; do archive verify --quiet "$file" || mv "$file" damaged/; done
      """)

  @Argument(help: "The file; - for the standard input.", completion: .file())
  var file: String

  @Flag(name: .shortAndLong, help: "Print nothing; only set the exit code.")
  var quiet = false

  @OptionGroup var limits: LimitOptions
  @OptionGroup var progress: ProgressOptions

  func run() throws { try limits.withStack(verify) }

  private func verify() throws {
    let input = try InputFile(file)
    do {
      let inspection = try input.inspection(limits)
      let shown = progress.shown
      try input.reading {
        try shown.during("verifying \(input.name)") {
          try inspection.verify { count in
            input.pass(count)
            shown.update(Double(count) / Double(inspection.byteCount))
          }
        }
      }
      if !quiet { print("\(input.name): \(inspection.headline), can be read whole") }
    } catch let failure as Failure where quiet && failure.code == Failure.unreadable {
      throw ExitCode(Failure.unreadable)
    }
  }
}
