internal import Foundation

/// What a format of documents can say without the notation.
struct DocumentKinds {
  var hasNull = true
  var hasDate: (Date) -> Bool = { _ in false }
  var hasData = false
  var hasFloat = false
  var hasDouble: (Double) -> Bool = { $0.isFinite }
  var hasText: (String) -> Bool = { _ in true }

  static var json: DocumentKinds { DocumentKinds() }
}
