package import Foundation

/// The archives of one assertion, beside the test file: three files for each generation.
package struct GoldenFolder {
  let url: URL

  package init(_ url: URL) { self.url = url }

  /// The folder of an assertion: `__Archives__/<test file>/<name>` beside the test file.
  init(name: String, at place: TestPlace) {
    let test = URL(fileURLWithPath: "\(place.filePath)")
    url = test.deletingLastPathComponent().appendingPathComponent("__Archives__")
      .appendingPathComponent(test.deletingPathExtension().lastPathComponent)
      .appendingPathComponent(name.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined())
  }

  /// The archives of one schema.
  struct Generation {
    let number: Int
    let schema: SchemaListing
  }

  /// The generations, the oldest first.
  func generations() throws -> [Generation] {
    guard FileManager.default.fileExists(atPath: url.path) else { return [] }
    let names = try FileManager.default.contentsOfDirectory(atPath: url.path)
    let numbers = names.filter { $0.hasSuffix(".schema") }.compactMap { Int($0.dropLast(7)) }
    return try numbers.sorted().map { number in
      let text = try String(contentsOf: file(number, "schema"), encoding: .utf8)
      return Generation(number: number, schema: SchemaListing(text: text))
    }
  }

  func archive(_ number: Int, _ kind: String) throws -> Data { try Data(contentsOf: file(number, kind)) }

  /// Writes a generation. The listing is written last, since it makes the generation valid.
  func write(_ archives: [(kind: String, data: Data)], _ schema: SchemaListing, as number: Int) throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for (kind, data) in archives { try data.write(to: file(number, kind), options: .atomic) }
    try Data(schema.text.utf8).write(to: file(number, "schema"), options: .atomic)
  }

  func file(_ number: Int, _ kind: String) -> URL { url.appendingPathComponent("\(number).\(kind)") }
}
