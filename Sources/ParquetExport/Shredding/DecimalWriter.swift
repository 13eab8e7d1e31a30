internal import ArchiveBytes
internal import ArchiveNodes
internal import Foundation
internal import KeyedArchives

/// A decimal number as an integer and the number of its digits after the point.
struct DecimalDigits {
  let isNegative: Bool
  /// The digits, the highest first, without zeros at either end.
  let digits: [UInt8]
  /// The number of digits after the point; negative if zeros follow before it.
  let scale: Int

  /// Returns `nil` for NaN.
  init?(_ decimal: Decimal) {
    if decimal.isNaN { return nil }
    isNegative = decimal.isSignMinus
    var digits = decimal.significand.description.utf8.compactMap { (48...57).contains($0) ? $0 - 48 : nil }
    var scale = -decimal.exponent
    while digits.last == 0 {
      digits.removeLast()
      scale -= 1
    }
    while digits.first == 0 { digits.removeFirst() }
    (self.digits, self.scale) = (digits, digits.isEmpty ? 0 : scale)
  }
}

/// The digits that some decimal numbers need.
struct DecimalFit {
  private var before = 1
  private var after = 0
  private var isPossible = true

  mutating func add(_ decimal: Decimal) {
    guard let digits = DecimalDigits(decimal) else {
      isPossible = false
      return
    }
    after = max(after, digits.scale)
    before = max(before, digits.digits.count - digits.scale)
  }

  /// The type that has all of them; `nil` if there is none.
  var type: ColumnType? {
    guard isPossible, before + after <= 38 else { return nil }
    return .decimal(precision: before + after <= 18 ? 18 : 38, scale: after)
  }
}

/// Writes decimal numbers as integers with a fixed number of digits after the point.
struct DecimalWriter {
  let column: LeafColumn
  let precision: Int
  let scale: Int

  func append(_ node: ArchiveNode) throws {
    let decimal = try node.decode(Decimal.self)
    guard let parts = DecimalDigits(decimal), parts.scale <= scale,
      parts.digits.count + (scale - parts.scale) <= precision
    else {
      throw ArchiveError(
        .invalidValue, expected: "decimal numbers of \(precision) digits, \(scale) of them after the point",
        found: "\(decimal)", advice: .exportDecimalsAsText)
    }
    // The lower and the upper half; 38 digits take 127 bits.
    var (low, high) = (0 as UInt64, 0 as UInt64)
    for digit in parts.digits + [UInt8](repeating: 0, count: scale - parts.scale) {
      let product = low.multipliedFullWidth(by: 10)
      let (sum, carry) = product.low.addingReportingOverflow(UInt64(digit))
      high = high &* 10 &+ product.high &+ (carry ? 1 : 0)
      low = sum
    }
    if parts.isNegative {
      low = ~low &+ 1
      high = ~high &+ (low == 0 ? 1 : 0)
    }
    if let words = column as? WordColumn {
      words.append([Int64(bitPattern: low)])
    } else if let bytes = column as? FixedColumn {
      bytes.append(
        [high, low].flatMap { word in
          (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(8 * (7 - $0))) }
        })
    }
  }
}
