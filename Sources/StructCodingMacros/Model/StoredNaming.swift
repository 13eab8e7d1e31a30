import SwiftSyntax

/// The rule that derives stored names from Swift names: the argument `names` of `@Archivable`.
enum StoredNaming: String, CaseIterable {
  case asDeclared, snakeCase, screamingSnakeCase, kebabCase, pascalCase

  /// Returns the stored name of a property, a case or a label.
  func name(of declaredName: String) -> String {
    if self == .asDeclared { return declaredName }
    let words = declaredName.words
    guard let first = words.first else { return declaredName }
    let start = declaredName.prefix { $0 == "_" }
    let end = String(declaredName.reversed().prefix { $0 == "_" })
    let name =
      switch self {
      case .asDeclared: declaredName
      case .snakeCase: words.joined(separator: "_").lowercased()
      case .screamingSnakeCase: words.joined(separator: "_").uppercased()
      case .kebabCase: words.joined(separator: "-").lowercased()
      case .pascalCase:
        first.prefix(1).uppercased() + first.dropFirst() + words.dropFirst().joined()
      }
    return start + name + end
  }
}

extension String {
  /// The words of a name. A capital letter begins a word, and an underscore ends one. Several capitals form one word,
  /// except that the last one begins the next word if a small letter follows. `userIDNumber` has the words `user`,
  /// `ID`, `Number`.
  fileprivate var words: [String] {
    var words: [String] = []
    var word = ""
    let letters = Array(self)
    for (index, letter) in letters.enumerated() {
      if letter == "_" {
        if !word.isEmpty { words.append(word) }
        word = ""
        continue
      }
      let before = word.last
      let beginsWord =
        letter.isUppercase
        && (before?.isUppercase == false
          || before != nil && letters.indices.contains(index + 1) && letters[index + 1].isLowercase)
      if beginsWord {
        words.append(word)
        word = ""
      }
      word.append(letter)
    }
    return word.isEmpty ? words : words + [word]
  }
}
