import ArchiveLogs
import ArgumentParser
import Foundation

/// `archive log repair`: cuts off an incomplete end, and sets damaged batches aside.
struct LogRepair: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repair",
    abstract: "Cuts off an incomplete end of a log, and sets damaged batches aside.",
    discussion: """
      Replaces each damaged segment by segments with all its undamaged batches, whose elements keep their numbers. The \
      damaged bytes go to files beside them, named ….damaged-OFFSET; nothing is deleted. Damaged headers and footers are \
      written again. A file that is not the log's own, or not in its place, is renamed to ….misplaced. The log notes \
      which elements are missing, so that readers go on behind them. No writer may have the log open. A repair that was \
      stopped can be repeated.

      Exits with 0 if nothing is wrong any more, with 1 if something could not be repaired, and with 2 for other errors, \
      such as a log that is being written.

      Examples:
        archive log repair /var/log/sessions
      """)

  @Argument(help: "The folder.", completion: .directory)
  var folder: String

  @OptionGroup var progress: ProgressOptions

  func run() throws {
    let input = try LogInput(folder)
    let repair = try progress.shown.during("repairing \(input.name)") {
      try input.reading { try input.folder.repair() }
    }
    if let recovery = repair.recovery {
      print("\(name(recovery.segment)): \(counted(recovery.removedByteCount, "incomplete byte")) cut off")
      if let kept = recovery.removedBytes { print("  they are kept in \(name(kept))") }
    }
    for segment in repair.segments {
      for damage in segment.damage { print(damage.line) }
      if !segment.replacements.isEmpty { print("  undamaged batches: \(list(segment.replacements))") }
      if !segment.setAside.isEmpty { print("  set aside: \(list(segment.setAside))") }
    }
    if repair.segments.isEmpty, repair.recovery == nil, repair.remaining.isEmpty {
      print("\(input.name): nothing to repair")
    }
    guard !repair.remaining.isEmpty else { return }
    for damage in repair.remaining { Terminal.report("not repaired: \(damage.line)") }
    throw ExitCode(Failure.unreadable)
  }

  private func name(_ url: URL) -> String { printable(url.lastPathComponent) }

  private func list(_ urls: [URL]) -> String {
    urls.isEmpty ? "none" : urls.map(name).joined(separator: ", ")
  }
}
