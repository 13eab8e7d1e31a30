import ArgumentParser
import Foundation

/// The program: `archive COMMAND …`.
struct Archive: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "archive",
    abstract: "Inspects, converts and compares archives without the types of their contents.",
    discussion: """
      Reads keyed archives (NSKeyedArchiver), column archives, FastCoding files, JSON and property lists. Detects the \
      format from the first bytes of the file, not from its name.

      Examples:
        archive inspect sessions.column
        archive convert old.plist new.json
        archive diff before.archive after.column
        archive verify upload.bin && echo fine
        archive view sessions.column --html sessions.html
        archive log verify /var/log/sessions
        archive export /var/log/sessions --to parquet tables

      A file named - is the standard input or output. Exit codes: 0 for success, 1 if an archive cannot be read or \
      written (diff: if there are differences), 2 for other errors, such as wrong arguments or a file that does not \
      exist.
      """,
    version: "0.1.0",
    subcommands: [Inspect.self, Convert.self, Diff.self, Verify.self, View.self, Log.self, Export.self])
}

@main
enum Main {
  static func main() {
    // Writing to a closed pipe ends the program, as it does others.
    signal(SIGPIPE, SIG_DFL)
    do {
      var command = try Archive.parseAsRoot()
      try command.run()
    } catch {
      exit(code(for: error))
    }
  }

  /// Reports an error, and returns the exit code.
  private static func code(for error: any Error) -> Int32 {
    if let failure = error as? Failure {
      Terminal.report(failure.message)
      return failure.code
    }
    if let exit = error as? ExitCode { return exit.rawValue }
    let message = Archive.fullMessage(for: error)
    if Archive.exitCode(for: error) == .success {
      print(message)
      return 0
    }
    if !message.isEmpty { Terminal.write(message + "\n") }
    return Failure.trouble
  }
}
