/// A string without identity, or a URL as its strings. Texts are equal if their bytes are, as for `NSString`. Swift
/// strings are also equal if they are canonically equivalent.
enum CachedText: Hashable {
  case string(String)
  case url([String])

  private var parts: [String] {
    switch self {
    case .string(let text): [text]
    case .url(let parts): parts
    }
  }

  static func == (left: CachedText, right: CachedText) -> Bool {
    switch (left, right) {
    case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
    case (.url(let left), .url(let right)): left.elementsEqual(right) { $0.utf8.elementsEqual($1.utf8) }
    default: false
    }
  }

  func hash(into hasher: inout Hasher) {
    for part in parts {
      for byte in part.utf8 { hasher.combine(byte) }
      hasher.combine(part.utf8.count)
    }
  }
}
