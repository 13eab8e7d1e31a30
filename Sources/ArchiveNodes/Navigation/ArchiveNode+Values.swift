public import Foundation

// The value of a leaf. Numbers are converted if they stay exact, as everywhere else.

extension ArchiveNode {
  /// Whether the node is a stored `nil`.
  public var isNull: Bool { if case .null = NodePlace(self).content { true } else { false } }

  /// The content of a string; `nil` for every other node.
  public var stringValue: String? {
    if case .string(let text) = NodePlace(self).content { text } else { nil }
  }

  /// A Boolean, or 0 or 1 as one; `nil` for every other node.
  public var boolValue: Bool? { StoredNumber(NodePlace(self).content)?.bool }

  /// The number, if `Int` represents it exactly; `nil` for every other node.
  public var intValue: Int? { StoredNumber(NodePlace(self).content)?.integer(Int.self) }

  /// The number, if `Double` represents it exactly; `nil` for every other node.
  public var doubleValue: Double? { StoredNumber(NodePlace(self).content)?.double }

  /// The date; `nil` for every other node.
  public var dateValue: Date? {
    if case .date(let date) = NodePlace(self).content { date } else { nil }
  }

  /// The data; `nil` for every other node.
  public var dataValue: Data? {
    if case .data(let data) = NodePlace(self).content { data } else { nil }
  }
}
