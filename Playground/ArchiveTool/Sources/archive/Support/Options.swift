import ArgumentParser
import StructCoding

/// The limits on reading.
struct LimitOptions: ParsableArguments {
  @Flag(
    name: .long,
    help: ArgumentHelp(
      "Read archives that expand to far more than their size.",
      discussion:
        "By default, the expanded size of an archive is limited, so a small hostile file cannot use up all memory."
    ))
  var trusted = false

  var limits: ArchiveLimits { ArchiveLimits(maximumDecodedSize: trusted ? .max : nil) }
}

/// Whether progress is shown.
struct ProgressOptions: ParsableArguments {
  @Flag(
    name: .long,
    help: "Report the progress of long work on the standard error, even if it is not a terminal.")
  var progress = false

  var shown: Progress { Progress(isWanted: progress) }
}
