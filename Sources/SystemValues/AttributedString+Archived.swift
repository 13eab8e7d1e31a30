internal import ArchiveBytes
internal import ArchiveValues
public import Foundation

// `AttributedString` has typed attributes. A program on a server has no types for fonts and colours, so all archived
// attributes of a run are one attribute.

extension ArchivedAttributedString {
  /// The attribute of an `AttributedString` that keeps all archived attributes of a run:
  /// `run[ArchivedAttributedString.AttributesKey.self]`.
  public enum AttributesKey: AttributedStringKey {
    /// The attributes of a run.
    public typealias Value = Attributes
    /// The name of the attribute, in descriptions.
    public static let name = "StructCoding.ArchivedAttributes"
  }

  /// Creates a text from an `AttributedString`: its characters, its links, and the attributes that ``AttributesKey`` keeps.
  /// Attributes of other scopes are left out.
  ///
  /// - Complexity: Linear in the size of the text.
  public init(_ text: AttributedString) {
    self.init(
      text.runs.map { run in
        var attributes = run[AttributesKey.self] ?? Attributes()
        let link = run.link?.absoluteString
        // The archived attributes stay, unless the link has changed.
        if link != attributes.url?.absoluteString {
          attributes[Attributes.Name.link] = Attributes(link: link)[Attributes.Name.link]
        }
        return (String(text[run.range].characters), attributes)
      })
  }
}

extension AttributedString {
  /// Creates an `AttributedString` from an archived text: its characters and its links. All attributes of a run are
  /// also kept as one attribute, ``ArchivedAttributedString/AttributesKey``.
  ///
  /// - Complexity: Linear in the size of the text.
  public init(_ text: ArchivedAttributedString) {
    self.init()
    for run in text.runs {
      var piece = AttributedString(run.text)
      if !run.attributes.names.isEmpty { piece[ArchivedAttributedString.AttributesKey.self] = run.attributes }
      piece.link = run.attributes.url
      append(piece)
    }
  }
}

extension ArchivedAttributedString.Attributes {
  /// The link, if it is a valid address.
  fileprivate var url: URL? { (try? link).flatMap { URL(string: $0) } }
}
