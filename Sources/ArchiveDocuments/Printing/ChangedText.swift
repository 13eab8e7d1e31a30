package import ArchiveNodes
internal import Foundation

/// Prints two different nodes, so that the texts differ too.
package enum ChangedText {
  /// Returns the texts of both nodes. If the usual texts are the same, the result shows the difference: the first
  /// byte or character, or the width of a number.
  package static func texts(_ old: ArchiveNode, _ new: ArchiveNode) -> (old: String, new: String) {
    let texts = (old: old.description, new: new.description)
    guard texts.old == texts.new else { return texts }
    switch (NodePlace(old).content, NodePlace(new).content) {
    case (.data(let old), .data(let new)):
      let position = firstDifference(old, new)
      return (
        texts.old + byte(position, of: old), texts.new + byte(position, of: new)
      )
    case (.string(let old), .string(let new)): return strings(old, new)
    case (.date(let old), .date(let new)):
      return (
        "\(old.timeIntervalSinceReferenceDate) seconds since 2001",
        "\(new.timeIntervalSinceReferenceDate) seconds since 2001"
      )
    case (let old, let new) where old.isNumber && new.isNumber:
      return (texts.old + width(of: old), texts.new + width(of: new))
    default: return (texts.old, texts.new + ", which differs further on")
    }
  }

  private static func firstDifference<Parts: Sequence>(_ old: Parts, _ new: Parts) -> Int
  where Parts.Element: Equatable {
    zip(old, new).prefix { $0 == $1 }.count
  }

  private static func byte(_ position: Int, of data: Data) -> String {
    guard let byte = data.dropFirst(position).first else { return "" }
    return " (0x\(String(byte, radix: 16)) at byte \(position))"
  }

  /// Returns the texts around the first different character.
  private static func strings(_ old: String, _ new: String) -> (String, String) {
    let position = firstDifference(old, new)
    func part(_ text: String) -> String {
      let rest = String(text.dropFirst(max(position - 16, 0)))
      return (position > 16 ? "… " : "") + NodeText.leaf(.string(rest), textLength: 48)
    }
    let texts = (part(old), part(new))
    // Characters that look the same may have different code points.
    guard texts.0 == texts.1 else { return texts }
    return ("\(texts.0) (\(old.utf8.count) bytes)", "\(texts.1) (\(new.utf8.count) bytes)")
  }

  private static func width(of number: ArchiveNode) -> String {
    switch number {
    case .float: " of 32 bits"
    case .double: " of 64 bits"
    default: ""
    }
  }
}
