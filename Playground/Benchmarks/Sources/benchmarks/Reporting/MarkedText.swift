/// A text, one part of which is written by a program: what stands between two comments.
struct MarkedText {
  private let before: Substring
  private let part: Substring
  private let after: Substring

  struct NoMarkers: Error, CustomStringConvertible {
    let description: String
  }

  init(_ text: String, name: String) throws {
    let (begin, end) = ("<!-- \(name): begin -->\n", "<!-- \(name): end -->")
    guard let first = text.firstRange(of: begin), let last = text[first.upperBound...].firstRange(of: end)
    else { throw NoMarkers(description: "the comments of “\(name)” are not in the text") }
    before = text[..<first.upperBound]
    part = text[first.upperBound..<last.lowerBound]
    after = text[last.lowerBound...]
  }

  /// The text with another part. Empty lines stand around it: Markdown wants them next to a comment.
  func replacing(with part: String) -> String { "\(before)\n\(part)\n\(after)" }
}
