import SwiftSyntax

/// Writes the two `switch` statements that store and read an enumeration's cases, and the lines that describe them.
struct CaseEmission {
  let cases: [EnumCase]
  let sourceLines: SourceLines

  var encodeLines: [String] {
    SourceLines.ended(["switch self {"] + cases.enumerated().flatMap(encodeLines) + ["}"])
  }

  var decodeLines: [String] {
    SourceLines.ended(
      ["switch try decoder.decodeCase() {"] + cases.enumerated().flatMap(decodeLines)
        + ["default:", "  throw decoder.unknownCase()", "}"])
  }

  var descriptionLines: [String] {
    SourceLines.ended(
      cases.enumerated().flatMap { position, element in
        located(["cases.case(\(element.constructor), at: \(position))"], element.payloads)
      })
  }

  private func encodeLines(_ position: Int, _ element: EnumCase) -> [String] {
    let bindings = element.payloads.indices.map { "let _\($0)" }.joined(separator: ", ")
    let pattern = element.payloads.isEmpty ? "" : "(\(bindings))"
    return ["case .\(element.name.text)\(pattern):", "  try encoder.encodeCase(\(position))"]
      + element.payloads.enumerated().flatMap { position, payload in
        sourceLines.storing(
          "try encoder.encode(_\(position), at: \(position))", at: payload.type, type: payload.type
        ).indented
      }
  }

  private func decodeLines(_ position: Int, _ element: EnumCase) -> [String] {
    let head = "case \(position):"
    guard !element.payloads.isEmpty else { return [head, "  self = .\(element.name.text)"] }
    let payloads = Array(element.payloads.enumerated())
    let required = payloads.filter { !element.canOmit($0.offset) }
    let optional = payloads.filter { element.canOmit($0.offset) }
    func construction(of payloads: [(Int, EnumCase.Payload)]) -> [String] {
      let arguments = payloads.map { "\($1.argumentLabel)decoder.decode(at: \($0))" }
      let attempt = payloads.isEmpty ? "" : "try "
      return located(
        arguments.list(after: "self = \(attempt).\(element.name.text)(", closing: ")"), payloads.map(\.1))
    }
    if optional.isEmpty { return [head] + construction(of: payloads).indented }
    // A default value may depend on its place in the source, so the case is constructed without it.
    let isStored = optional.map { position, _ in "decoder.hasField(at: \(position))" }
    let replaced = optional.count == 1 ? [] : replacement(of: payloads, in: element)
    return [head]
      + (["if \(isStored.joined(separator: ", ")) {"] + construction(of: payloads).indented + ["} else {"]
      + (construction(of: required) + replaced).indented + ["}"]).indented
  }

  /// Returns lines that use a case's associated values. The first one gets the location of the first value that the
  /// compiler may refuse.
  private func located(_ lines: [String], _ payloads: [EnumCase.Payload]) -> [String] {
    let first = payloads.lazy.map { payload in
      sourceLines.storing(
        lines[0], at: payload.type, type: payload.type, isPlain: payload.defaultValue == nil)
    }.first { $0.count > 1 }
    return (first ?? [lines[0]]) + lines.dropFirst()
  }

  /// The lines that replace default values by stored ones, if only some are stored.
  private func replacement(of payloads: [(Int, EnumCase.Payload)], in element: EnumCase) -> [String] {
    let bindings = payloads.map { position, _ in
      "\(element.canOmit(position) ? "var" : "let") _\(position)"
    }
    return ["if case .\(element.name.text)(\(bindings.joined(separator: ", "))) = self {"]
      + payloads.filter { element.canOmit($0.0) }.map { position, _ in
        "  if decoder.hasField(at: \(position)) { _\(position) = try decoder.decode(at: \(position)) }"
      }
      + payloads.map { "\($1.argumentLabel)_\($0)" }
      .list(after: "self = .\(element.name.text)(", closing: ")").indented
      + ["}"]
  }
}

extension EnumCase {
  /// The case, or its constructor, as an expression.
  fileprivate var constructor: String {
    if payloads.isEmpty { return ".\(name.text)" }
    // Without a contextual type, a constructor needs an explicit type. But `Self.Type` would be a metatype.
    let isMetatype = ["Type", "Protocol"].contains(declaredName)
    let labels = payloads.map { "\($0.label?.labelText ?? "_"):" }.joined()
    return "Self.\(name.text)\(isMetatype ? "(\(labels))" : "")"
  }
}

extension EnumCase.Payload {
  /// The label before an argument of the constructor, with a colon and a space.
  fileprivate var argumentLabel: String { label.map { "\($0.labelText): " } ?? "" }
}
