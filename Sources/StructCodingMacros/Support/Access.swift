import SwiftSyntax

/// An access level, as a modifier of generated members.
enum Access: String, Comparable, CaseIterable {
  case `private`, `fileprivate`, `internal`, package, `public`

  /// The less visible level is the lesser one.
  static func < (left: Access, right: Access) -> Bool {
    allCases.firstIndex(of: left)! < allCases.firstIndex(of: right)!
  }

  /// The level stated by modifiers, if any.
  init?(_ modifiers: DeclModifierListSyntax) {
    guard let access = modifiers.lazy.compactMap({ Access(rawValue: $0.name.text) }).first else { return nil }
    self = access
  }

  /// The level that members of a separate extension need: there, `private` means `fileprivate`.
  var reachableFromExtension: Access { self == .private ? .fileprivate : self }

  /// The modifier and a space; nothing for the default.
  var prefix: String { self == .internal ? "" : "\(rawValue) " }
}
