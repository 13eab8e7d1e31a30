import ArgumentParser
import StructCoding

/// What reading may cost.
struct LimitOptions: ParsableArguments {
  @Flag(
    name: .long,
    help: ArgumentHelp(
      "Read archives that expand to far more than their size.",
      discussion:
        "By default what an archive expands to is limited, so that a small hostile file cannot take all memory."
    ))
  var trusted = false

  var limits: ArchiveLimits { ArchiveLimits(maximumDecodedSize: trusted ? .max : nil) }
}

/// Whether progress is shown.
struct ProgressOptions: ParsableArguments {
  @Flag(
    name: .long,
    help: "Say on the standard error how far long work is, even if that is no terminal.")
  var progress = false

  var shown: Progress { Progress(isWanted: progress) }
}
