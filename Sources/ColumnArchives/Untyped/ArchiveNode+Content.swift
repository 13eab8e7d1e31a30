internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation

// The value of a node of one kind; `nil` for nodes of other kinds.
extension ArchiveNode {
  var heldBool: Bool? { if case .bool(let value) = self { value } else { nil } }
  var heldInteger: Int64? { if case .integer(let value) = self { value } else { nil } }
  var heldFloat: Float? { if case .float(let value) = self { value } else { nil } }
  var heldDouble: Double? { if case .double(let value) = self { value } else { nil } }
  var heldDate: Date? { if case .date(let value) = self { value } else { nil } }
  var heldString: String? { if case .string(let value) = self { value } else { nil } }
  var heldData: Data? { if case .data(let value) = self { value } else { nil } }

  /// The value of a non-negative integer.
  var heldUnsigned: UInt64? {
    switch self {
    case .integer(let value): UInt64(exactly: value)
    case .unsigned(let value): value
    default: nil
    }
  }
}
