/// The command-line options.
struct Options {
  var help = false
  var input: String?
  var output: String?
  var append: String?

  static let usage = """
    USAGE: sessions [--output FILE] [--append FILE] [--input FILE]

    Archives two sessions in every way that StructCoding offers, and reads them back.

      --output FILE  Also write the sessions to a keyed archive, and read the file.
      --append FILE  Also append them to a column archive, and read it batch by batch.
      --input FILE   Only print the sessions in a keyed archive.
      --help         Print this.
    """

  struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  init(_ arguments: some Sequence<String>) throws {
    var arguments = arguments.makeIterator()
    while let argument = arguments.next() {
      switch argument {
      case "--help", "-h": help = true
      case "--append": append = try Self.file(after: argument, arguments.next())
      case "--input": input = try Self.file(after: argument, arguments.next())
      case "--output": output = try Self.file(after: argument, arguments.next())
      default: throw Problem(description: "unknown argument “\(argument)”")
      }
    }
    if input != nil && (output != nil || append != nil) {
      throw Problem(description: "--input excludes --output and --append")
    }
  }

  private static func file(after option: String, _ name: String?) throws -> String {
    guard let name, !name.isEmpty, !name.hasPrefix("--") else {
      throw Problem(description: "\(option) needs the name of a file")
    }
    return name
  }
}
