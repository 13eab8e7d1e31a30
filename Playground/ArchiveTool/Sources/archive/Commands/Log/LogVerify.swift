import ArchiveLogs
import ArgumentParser
import Foundation

/// `archive log verify`: checks each byte of a log.
struct LogVerify: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Checks each byte of a log.",
    discussion: """
      Compares all checksums of all segments, and the numbers of their elements. Exits with 0 if nothing is wrong, with \
      1 and a line for each place that is, and with 2 for wrong arguments or a folder that does not exist. An incomplete \
      end is not wrong: opening the log for writing cuts it off. Neither are elements that a repair has set aside. The \
      log may be written meanwhile.

      Examples:
        archive log verify /var/log/sessions
        archive log verify --quiet /var/log/sessions || mail -s damaged operator
      """)

  @Argument(help: "The folder.", completion: .directory)
  var folder: String

  @Flag(name: .shortAndLong, help: "Print nothing; only set the exit code.")
  var quiet = false

  @OptionGroup var progress: ProgressOptions

  func run() throws {
    let input = try LogInput(folder)
    let found = try progress.shown.during("verifying \(input.name)") {
      try input.reading { try input.folder.verify() }
    }
    if !quiet { print(summary(found, input.name)) }
    guard !found.isUndamaged else { return }
    if !quiet { for damage in found.damage { Terminal.report(damage.line) } }
    throw ExitCode(Failure.unreadable)
  }

  private func summary(_ found: ArchiveLogVerification, _ name: String) -> String {
    let count = found.segments.reduce(0) { $0 + $1.count }
    var text = "\(name): \(counted(found.segments.count, "segment")), \(counted(count, "element"))"
    if let torn = found.segments.last?.tornEnd, !torn.isEmpty {
      text += ", \(counted(torn.count, "incomplete byte")) at the end"
    }
    let missing = found.gaps.reduce(0) { $0 + $1.elements.count }
    if missing > 0 { text += ", \(counted(missing, "element")) set aside by a repair" }
    if !found.deleted.isEmpty { text += ", \(counted(found.deleted.count, "segment")) deleted meanwhile" }
    return text + (found.isUndamaged ? ", undamaged" : ", damaged in \(counted(found.damage.count, "place"))")
  }
}
