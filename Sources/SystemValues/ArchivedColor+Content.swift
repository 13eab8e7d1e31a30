internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation

extension ArchivedColor {
  /// The content of an archived colour's fields.
  ///
  /// AppKit stores the number of a space under `NSColorSpace`, and the components as text: `NSRGB`, `NSWhite` or
  /// `NSCMYK`, with alpha if it is not 1. A colour of another space also has this space as an object,
  /// `NSCustomColorSpace`, and its components in that space, `NSComponents`, with alpha; the text is then an
  /// approximation. A named colour has its names, and its present colour under `NSColor`. UIKit stores a number for
  /// each component, and the text for AppKit.
  enum Content {
    typealias Parts = (space: Space, components: [Double], alpha: Double, name: String?)

    static let doubleSuffix = "-Double"
    /// The maximum depth of colours inside each other.
    private static let deepest = 8

    static func parts(of object: ArchivedObject, depth: Int = 0) throws -> Parts {
      if object.isKind(of: InterfaceKit.uiKit.colorClass) { return try uiKit(object) }
      try object.check(isKind: "NSColor", "UIColor")
      return try appKit(object, depth: depth)
    }

    // MARK: UIKit

    private static func uiKit(_ object: ArchivedObject) throws -> Parts {
      let name = object.text("UISystemColorName") ?? object.text("UIDynamicCatalogName")
      func number(_ key: String) throws -> Double {
        if let exact = try object.number(key + doubleSuffix) { return exact }
        guard let number = try object.number(key) else {
          throw ArchiveError(
            .missingField, expected: "a number “\(key)” of the colour", found: "none", path: [.field(key)])
        }
        return number
      }
      switch try object.integer("UIColorComponentCount") {
      case 4?:
        return (
          .deviceRGB, try ["UIRed", "UIGreen", "UIBlue"].map(number), try number("UIAlpha"), name
        )
      case 2?: return (.deviceWhite, [try number("UIWhite")], try number("UIAlpha"), name)
      // A colour that depends on the appearance has no components of its own.
      case let count: return (.unknown(count ?? 0), [], 1, name)
      }
    }

    // MARK: AppKit

    private static func appKit(_ object: ArchivedObject, depth: Int) throws -> Parts {
      let number = try object.integer("NSColorSpace") ?? 0
      guard number != named else { return try catalog(object, depth: depth) }
      guard let (space, count) = spaces[number] else { return (.unknown(number), [], 1, nil) }
      if space == .pattern { return (.pattern, [], 1, nil) }
      if let profile = object.object("NSCustomColorSpace"), object.names.contains("NSComponents") {
        let numbers = try object.numbers("NSComponents")
        guard numbers.count > 1 else { throw object.invalidNumbers("NSComponents") }
        return (.profile(try Profile(profile)), Array(numbers.dropLast()), numbers[numbers.count - 1], nil)
      }
      let key = count == 1 ? "NSWhite" : count == 3 ? "NSRGB" : "NSCMYK"
      let numbers = try object.numbers(key)
      guard numbers.count == count || numbers.count == count + 1 else { throw object.invalidNumbers(key) }
      return (space, Array(numbers.prefix(count)), numbers.count > count ? numbers[count] : 1, nil)
    }

    private static func catalog(_ object: ArchivedObject, depth: Int) throws -> Parts {
      let name = object.text("NSColorName")
      guard let color = object.object("NSColor") else { return (.unknown(named), [], 1, name) }
      guard depth < deepest else {
        throw ArchiveError(
          .cycle, expected: "a colour", found: "colours inside each other", path: [.field("NSColor")])
      }
      var parts = try ArchiveError.located(at: .field("NSColor")) {
        try Self.parts(of: color, depth: depth + 1)
      }
      parts.name = name ?? parts.name
      return parts
    }

    /// The number of named colours under `NSColorSpace`.
    private static let named = 6
    /// The other spaces by their numbers, and their numbers of components without alpha.
    private static let spaces: [Int: (Space, Int)] = [
      1: (.calibratedRGB, 3), 2: (.deviceRGB, 3), 3: (.calibratedWhite, 1), 4: (.deviceWhite, 1),
      5: (.deviceCMYK, 4), 10: (.pattern, 0),
    ]

    static func number(of space: Space) -> Int {
      spaces.first { $0.value.0 == space }?.key ?? 0
    }
  }
}

extension ArchivedColor.Profile {
  fileprivate init(_ space: ArchivedObject) throws {
    number = try space.integer("NSID") ?? space.integer("NSSpaceID")
    if case .data(let data)? = space["NSICC"] { icc = data } else { icc = nil }
  }
}

// Fields of archived objects.
extension ArchivedObject {
  /// The string in a field; `nil` if the field does not exist.
  func text(_ key: String) -> String? {
    switch self[key] {
    case .string(let text)?, .instance(_, .string(let text))?: text
    default: nil
    }
  }

  /// The number in a field; `nil` if the field does not exist.
  func number(_ key: String) throws -> Double? {
    switch self[key] {
    case nil: nil
    case .double(let number)?: number
    case .float(let number)?: Double(number)
    case .integer(let number)?: Double(number)
    case let other?: throw mismatch(key, "a number", other)
    }
  }

  /// The integer in a field; `nil` if the field does not exist.
  func integer(_ key: String) throws -> Int? {
    switch self[key] {
    case nil: return nil
    case .integer(let number)?:
      guard let number = Int(exactly: number) else { throw mismatch(key, "an integer", .integer(number)) }
      return number
    case let other?: throw mismatch(key, "an integer", other)
    }
  }

  /// The numbers in a text field, separated by spaces. The text is stored as bytes, and may end with a zero.
  fileprivate func numbers(_ key: String) throws -> [Double] {
    guard case .data(let data)? = self[key] else {
      throw ArchiveError(
        .missingField, expected: "the bytes “\(key)” of the colour",
        found: self[key]?.kindDescription ?? "none", path: [.field(key)])
    }
    return try String(decoding: data.prefix { $0 != 0 }, as: UTF8.self).split(separator: " ").map { text in
      guard let number = Double(text) else { throw invalidNumbers(key) }
      return number
    }
  }

  fileprivate func invalidNumbers(_ key: String) -> ArchiveError {
    var found = "none"
    if case .data(let data)? = self[key] {
      found = "the text \"\(String(decoding: data.prefix(80).prefix { $0 != 0 }, as: UTF8.self))\""
    }
    return ArchiveError(
      .invalidValue, expected: "the components of the colour as numbers", found: found, path: [.field(key)])
  }

  private func mismatch(_ key: String, _ expected: String, _ found: ArchiveNode) -> ArchiveError {
    ArchiveError(.typeMismatch, expected: expected, found: found.kindDescription, path: [.field(key)])
  }
}
