import Foundation

/// `page-samples OUTPUT FILE…` writes the Swift files to the folder OUTPUT that the templates among the files stand for.
/// The others are pages in Markdown. The name of what is written ends in `Page`, since the compiler wants names that it
/// has not heard of in the file.
@main
struct PageSamples {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let output = arguments.first else { fail("usage: page-samples OUTPUT FILE…") }
    let files = try arguments.dropFirst().map { path in
      TextFile(path: path, text: try String(contentsOfFile: path, encoding: .utf8))
    }
    do {
      var samples = try Samples(files.filter { $0.path.hasSuffix(".md") }.map(Page.init))
      for template in files where template.path.hasSuffix(".swift") {
        try write(
          samples.fill(template),
          to: URL(fileURLWithPath: output).appendingPathComponent(template.name + "Page.swift"))
      }
      let problems = samples.problems
      if !problems.isEmpty { fail(problems.map(\.description).joined(separator: "\n")) }
    } catch let problem as Problem {
      fail(problem.description)
    }
  }

  /// Leaves a file alone that is as it should be, so that it is not compiled again.
  private static func write(_ text: String, to file: URL) throws {
    if let old = try? String(contentsOf: file, encoding: .utf8), old == text { return }
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  private static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    exit(1)
  }
}
