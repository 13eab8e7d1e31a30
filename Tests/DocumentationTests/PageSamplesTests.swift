import XCTest

/// The program that puts the code of pages into the files of `Samples`.
final class PageSamplesTests: XCTestCase {
  /// A page of two samples, with an output of the first.
  private static let page = """
    # A page

    <!-- sample: note -->
    ```swift
    import StructCoding

    /// What is written.
    @Archivable
    struct Note {
      var text: String

      var count: Int { text.count }
    }

    // Prints two lines.
    let note = Note(text: "a")
    guard note.count > 0
    else { fatalError() }
    func twice(_ count: Int)
      -> Int
    {
      2 * count
    }
    print("\\(note)")
    ```

    ```text
    a "note"
    \\
    ```

    <!-- sample: other -->
    ```swift
    print(1)
    ```
    """

  private func page(_ text: String) throws -> Page { try Page(TextFile(path: "Folder/Page.md", text: text)) }

  private func fill(_ page: String, _ template: String) throws -> (text: String, problems: [Problem]) {
    var samples = try Samples([try self.page(page)])
    let text = try samples.fill(TextFile(path: "Samples/Page.swift", text: template))
    return (text, samples.problems)
  }

  private func problem(_ page: String, _ template: String = "") -> String {
    do {
      return try fill(page, template).problems.map(\.description).joined(separator: "\n")
    } catch {
      return "\(error)"
    }
  }

  func testDeclarationsAndStatements() throws {
    let template = """
      // SAMPLE note declarations
      func test() {
        // SAMPLE note statements
        // OUTPUT note
        // SAMPLE other
      }
      """
    let (text, problems) = try fill(Self.page, template)
    XCTAssertEqual(problems, [])
    XCTAssertEqual(
      text,
      """
      #sourceLocation(file: "Samples/Page.swift", line: 1)
      #sourceLocation(file: "Folder/Page.md", line: 7)
      /// What is written.
      @Archivable
      struct Note {
        var text: String

        var count: Int { text.count }
      }





      func twice(_ count: Int)
        -> Int
      {
        2 * count
      }
      #sourceLocation(file: "Samples/Page.swift", line: 2)
      func test() {
      #sourceLocation(file: "Folder/Page.md", line: 15)
        // Prints two lines.
        let note = Note(text: "a")
        guard note.count > 0
        else { fatalError() }





        print("\\(note)")
      #sourceLocation(file: "Samples/Page.swift", line: 4)
      #sourceLocation(file: "Folder/Page.md", line: 28)
        checkOutput(["a \\"note\\"", "\\\\"])
      #sourceLocation(file: "Samples/Page.swift", line: 5)
      #sourceLocation(file: "Folder/Page.md", line: 34)
        print(1)
      #sourceLocation(file: "Samples/Page.swift", line: 6)
      }
      """)
  }

  func testWhatNoTemplateUses() {
    XCTAssertEqual(
      problem(Self.page, "// SAMPLE note statements"),
      """
      Folder/Page.md:4: error: no test has the declarations of the sample “note”: write “// SAMPLE note” in Tests/DocumentationTests/Samples/Page.swift
      Folder/Page.md:27: error: no test checks the output “note”: write “// OUTPUT note” in Tests/DocumentationTests/Samples/Page.swift
      Folder/Page.md:33: error: no test has the statements of the sample “other”: write “// SAMPLE other” in Tests/DocumentationTests/Samples/Page.swift
      """)
  }

  func testMarkersThatNameNothing() throws {
    XCTAssertEqual(
      problem(Self.page, "\n// SAMPLE node"),
      "Samples/Page.swift:2: error: the page Page has no sample “node”")
    XCTAssertEqual(
      problem(Self.page, "// OUTPUT other"),
      "Samples/Page.swift:1: error: the page Page has no output “other”")
    XCTAssertEqual(
      problem(Self.page, "// SAMPLE other declarations"),
      "Samples/Page.swift:1: error: the sample “other” has no declarations")
    XCTAssertEqual(
      problem(Self.page, "// SAMPLE note statement"),
      "Samples/Page.swift:1: error: expected “// SAMPLE name”, and “declarations” or “statements” behind it, or nothing"
    )
    var samples = try Samples([])
    XCTAssertThrowsError(try samples.fill(TextFile(path: "Samples/Page.swift", text: ""))) {
      XCTAssertEqual("\($0)", "Samples/Page.swift:1: error: there is no page Page.md")
    }
  }

  func testPagesWithFaults() {
    XCTAssertEqual(
      problem("```swift\nprint(1)\n```"),
      "Folder/Page.md:1: error: this Swift block has no name: write “<!-- sample: name -->” above it")
    XCTAssertEqual(
      problem("- A list:\n\n  ```swift\n  print(1)\n  ```"),
      "Folder/Page.md:3: error: a block that is indented is no sample")
    XCTAssertEqual(
      problem("<!-- sample: a -->\n\n```swift\n```"),
      "Folder/Page.md:1: error: no block follows the comment “sample: a”")
    XCTAssertEqual(
      problem("<!-- output: a -->"), "Folder/Page.md:1: error: no block follows the comment “output: a”")
    XCTAssertEqual(
      problem("<!-- output: a -->\n```swift\n```"), "Folder/Page.md:2: error: a block of swift is no output")
    XCTAssertEqual(problem("```text"), "Folder/Page.md:1: error: the block has no end")
    let sample = "<!-- sample: a -->\n```swift\nprint(1)\n```\n"
    XCTAssertEqual(problem(sample + sample), "Folder/Page.md:6: error: a second sample “a”")
    let output = "```text\n1\n```\n"
    XCTAssertEqual(problem(sample + output + output), "Folder/Page.md:8: error: a second output “a”")
  }

  /// What belongs to no sample is not looked at.
  func testOtherBlocks() {
    XCTAssertEqual(problem("```text\n1\n```\n```python\nprint(1)\n```\n```text\n1\n```"), "")
    XCTAssertEqual(
      problem("<!-- quotation: Sources/A.swift -->\n```swift\nlet a = 1\n```\n```text\n1\n```"), "")
    let sample = "<!-- sample: a -->\n```swift\nprint(1)\n```\n"
    XCTAssertEqual(problem(sample + "<!-- output: none -->\n```text\n1\n```", "// SAMPLE a"), "")
  }
}
