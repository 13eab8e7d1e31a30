/// What is wrong with a page or a template, and where: a message of the build.
struct Problem: Error, Equatable, CustomStringConvertible {
  var file: String
  var line: Int
  var text: String

  var description: String { "\(file):\(line): error: \(text)" }
}

/// A file, as it is read and as its lines are named in messages.
struct TextFile {
  let path: String
  let lines: [String]

  init(path: String, text: String) {
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The name without folders and without its ending.
  var name: String {
    let file = path.split(separator: "/").last ?? ""
    return String(file.prefix { $0 != "." })
  }

  /// A problem at a line, which is counted from 0.
  func problem(_ line: Int, _ text: String) -> Problem { Problem(file: path, line: line + 1, text: text) }
}
