/// Lines of code as text, with the few layout rules of the emission.
extension String {
  /// The line one level further in; an empty line stays empty.
  var indentedLine: String { isEmpty ? self : "  " + self }
}

extension [String] {
  /// The lines one level further in.
  var indented: [String] { map(\.indentedLine) }

  /// The lines as a body in braces, after its head.
  func braced(after head: String) -> [String] { ["\(head) {"] + indented + ["}"] }

  /// Returns the elements as a bracketed list: on the line that `head` begins if all fit, otherwise on filled lines
  /// below it.
  func list(after head: String, closing tail: String) -> [String] {
    let limit = 100
    let line = head + joined(separator: ", ") + tail
    if line.count <= limit { return [line] }
    var lines = [head]
    var current = "  "
    for (index, element) in enumerated() {
      let text = index == count - 1 ? element : element + ","
      if current.count + text.count + 1 > limit, current != "  " {
        lines.append(current)
        current = "  "
      }
      current += current == "  " ? text : " " + text
    }
    return lines + [current, tail]
  }
}
