import SwiftSyntax

/// Writes the two `switch` statements that store and read an enumeration's cases, and the lines that describe them.
struct CaseEmission {
  private let members: [Conditional<EnumCase>]
  private let positions: PositionTable
  private let sourceLines: SourceLines

  init(_ members: [Conditional<EnumCase>], _ sourceLines: SourceLines) {
    self.sourceLines = sourceLines
    self.members = members
    positions = PositionTable(members)
  }

  var encodeLines: [String] {
    SourceLines.ended(["switch self {"] + lines(of: members, encodeLines) + ["}"])
  }

  var decodeLines: [String] {
    SourceLines.ended(
      ["switch try decoder.decodeCase() {"] + lines(of: members, decodeLines)
        + ["default:", "  throw decoder.unknownCase()", "}"])
  }

  var columnLines: [String] {
    SourceLines.ended(
      lines(of: members) { element in
        // Without a contextual type, a constructor needs its type written.
        let constructor = element.payloads.isEmpty ? "" : "Self"
        return located(
          ["columns.case(\(constructor).\(element.name.text), at: \(positions[element]))"], element)
      })
  }

  private func encodeLines(_ element: EnumCase) -> [String] {
    let bindings = element.payloads.indices.map { "let _\($0)" }.joined(separator: ", ")
    let pattern = element.payloads.isEmpty ? "" : "(\(bindings))"
    return ["case .\(element.name.text)\(pattern):", "  try encoder.encodeCase(\(positions[element]))"]
      + element.payloads.enumerated().flatMap { position, payload in
        sourceLines.storing(
          "try encoder.encode(_\(position), at: \(position))", at: payload.type, type: payload.type
        ).indented
      }
  }

  private func decodeLines(_ element: EnumCase) -> [String] {
    let head = "case \(positions[element]):"
    guard !element.payloads.isEmpty else { return [head, "  self = .\(element.name.text)"] }
    let arguments = element.payloads.enumerated().map { position, payload in
      let label = payload.label.map { "\($0.labelText): " } ?? ""
      guard let defaultValue = payload.defaultValue else { return "\(label)decoder.decode(at: \(position))" }
      return "\(label)decoder.hasField(at: \(position)) ? decoder.decode(at: \(position)) : "
        + defaultValue.trimmedDescription
    }
    let lines = arguments.list(after: "self = try .\(element.name.text)(", closing: ")")
    return [head] + located(lines, element).indented
  }

  /// Returns lines that use all associated values of a case, where the first stands that the compiler may refuse.
  private func located(_ lines: [String], _ element: EnumCase) -> [String] {
    let first = element.payloads.lazy.map { payload in
      sourceLines.storing(
        lines[0], at: payload.type, type: payload.type, isPlain: payload.defaultValue == nil)
    }.first { $0.count > 1 }
    return (first ?? [lines[0]]) + lines.dropFirst()
  }

  private func lines(of members: [Conditional<EnumCase>], _ caseLines: (EnumCase) -> [String]) -> [String] {
    members.flatMap { member -> [String] in
      switch member {
      case .element(let element):
        caseLines(element)
      case .block(let block):
        block.clauses.flatMap { [$0.directive] + lines(of: $0.members, caseLines) } + ["#endif"]
      }
    }
  }
}
