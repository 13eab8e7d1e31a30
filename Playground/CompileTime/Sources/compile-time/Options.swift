import Foundation

/// What the command line asks for.
struct Options {
  static let help = """
    USAGE: compile-time [--check] [--rounds N] [--types-per-file N] [--scratch DIR]

    How long 100 public types of ten fields take to compile: plain, Codable, @Archivable, and what @Archivable writes
    without the macro. To be run in the folder of StructCoding. Prints a table in Markdown: the processor's seconds that
    SwiftPM takes to build each module again, without those that it takes to find that nothing has changed.

      --check             Debug only, in 3 rounds. Exit with 1 when @Archivable takes more than 3 times the processor
                          time of Codable.
      --rounds N          How often each module is built, 5 by default.
      --types-per-file N  1 by default.
      --scratch DIR       Where to build, Playground/CompileTime/.build/models by default. What is built there of
                          StructCoding and swift-syntax is used.
    """

  var isCheck = false
  var isHelp = false
  var rounds: Int?
  var typesPerFile = 1
  var scratch = "Playground/CompileTime/.build/models"

  struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  init(_ arguments: ArraySlice<String>) throws {
    var arguments = arguments
    func number(of argument: String) throws -> Int {
      guard let number = Int(arguments.popFirst() ?? ""), number > 0 else {
        throw Problem(description: "\(argument) needs a number.")
      }
      return number
    }
    while let argument = arguments.popFirst() {
      switch argument {
      case "--help", "-h": isHelp = true
      case "--check": isCheck = true
      case "--rounds": rounds = try number(of: argument)
      case "--types-per-file": typesPerFile = try number(of: argument)
      case "--scratch":
        guard let path = arguments.popFirst() else { throw Problem(description: "--scratch needs a folder.") }
        scratch = path
      default: throw Problem(description: "unknown argument “\(argument)”. --help lists them.")
      }
    }
  }
}
