/// Puts the blocks of pages into templates, and knows which are used.
///
/// A template is a Swift file with the name of a page. A line `// SAMPLE name` is replaced by the page's sample with this
/// name, indented as the line is; `// SAMPLE name declarations` and `… statements` by that part of it. `// OUTPUT name`
/// becomes a call of `checkOutput(_:)` with the lines of the text block. The compiler takes each line for the page's.
struct Samples {
  private let pages: [String: Page]
  private var usedParts: [String: [String: Set<Sample.Part>]] = [:]
  private var usedOutputs: [String: Set<String>] = [:]

  /// - Throws: ``Problem`` if two pages have one name.
  init(_ pages: [Page]) throws {
    self.pages = try Dictionary(pages.map { ($0.file.name, $0) }) { first, second in
      throw second.file.problem(0, "\(first.file.path) has this name, too")
    }
  }

  /// The Swift file that a template stands for.
  mutating func fill(_ template: TextFile) throws -> String {
    guard let page = pages[template.name] else {
      throw template.problem(0, "there is no page \(template.name).md")
    }
    var result = [Self.location(template, 0)]
    for (number, line) in template.lines.enumerated() {
      let indentation = line.prefix { $0 == " " }
      let words = line.split(separator: " ").map(String.init)
      guard words.count > 1, words[0] == "//", ["SAMPLE", "OUTPUT"].contains(words[1]) else {
        result.append(line)
        continue
      }
      do {
        let block = try words[1] == "SAMPLE" ? sample(words, of: page) : output(words, of: page)
        result.append(Self.location(page.file, block.start))
        result += block.lines.map { $0.isEmpty ? "" : indentation + $0 }
        result.append(Self.location(template, number + 1))
      } catch let error as Unknown {
        throw template.problem(number, error.text)
      }
    }
    return result.joined(separator: "\n")
  }

  /// What no template uses, though a page has it.
  var problems: [Problem] {
    pages.values.sorted { $0.file.path < $1.file.path }.flatMap { page in
      let name = page.file.name
      let samples = page.samples.flatMap { sample in
        sample.value.content.subtracting(usedParts[name]?[sample.key] ?? []).map { part in
          page.unused(
            sample.value.block, "no test has the \(part) of the sample “\(sample.key)”",
            "SAMPLE \(sample.key)")
        }
      }
      let outputs = page.outputs.filter { usedOutputs[name]?.contains($0.key) != true }.map { output in
        page.unused(output.value, "no test checks the output “\(output.key)”", "OUTPUT \(output.key)")
      }
      return (samples + outputs).sorted { $0.line < $1.line }
    }
  }

  /// A marker that names nothing.
  private struct Unknown: Error { var text: String }

  private mutating func sample(_ words: [String], of page: Page) throws -> Page.Block {
    let part = words.count == 4 ? Sample.Part(rawValue: words[3]) : nil
    guard words.count == 3 || part != nil else {
      throw Unknown(
        text: "expected “// SAMPLE name”, and “declarations” or “statements” behind it, or nothing")
    }
    guard let sample = page.samples[words[2]] else {
      throw Unknown(text: "the page \(page.file.name) has no sample “\(words[2])”")
    }
    guard let lines = sample.lines(part) else {
      throw Unknown(text: "the sample “\(words[2])” has no \(part?.rawValue ?? "code")")
    }
    usedParts[page.file.name, default: [:]][words[2], default: []].formUnion(
      part.map { [$0] } ?? sample.content)
    return lines
  }

  private mutating func output(_ words: [String], of page: Page) throws -> Page.Block {
    guard words.count == 3, let output = page.outputs[words[2]] else {
      throw Unknown(text: "the page \(page.file.name) has no output “\(words[2...].joined(separator: " "))”")
    }
    usedOutputs[page.file.name, default: []].insert(words[2])
    let lines = output.lines.map { $0.debugDescription }.joined(separator: ", ")
    return Page.Block(start: output.start, lines: ["checkOutput([\(lines)])"])
  }

  private static func location(_ file: TextFile, _ line: Int) -> String {
    "#sourceLocation(file: \(file.path.debugDescription), line: \(line + 1))"
  }
}

extension Page {
  fileprivate func unused(_ block: Block, _ what: String, _ marker: String) -> Problem {
    file.problem(
      block.start - 1, "\(what): write “// \(marker)” in Tests/DocumentationTests/Samples/\(file.name).swift")
  }
}
