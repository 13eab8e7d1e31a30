internal import Foundation

/// The kinds that a document format can represent without notation.
struct DocumentKinds {
  var hasNull = true
  var hasDate: (Date) -> Bool = { _ in false }
  var hasData = false
  var hasFloat = false
  var hasDouble: (Double) -> Bool = { $0.isFinite }
  /// Whether a string may contain half of a surrogate pair.
  var hasBrokenText = false
  var hasText: (String) -> Bool = { _ in true }
  /// Whether values other than strings may be keys.
  var hasOtherKeys = false

  static var json: DocumentKinds { DocumentKinds() }
}
