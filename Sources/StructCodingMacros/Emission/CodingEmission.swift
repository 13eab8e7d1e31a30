import SwiftSyntax

/// Writes the nested `Coding` class.
///
/// Its members are one line each; the library does the work.
struct CodingEmission {
  let plan: ArchivePlan

  var lines: [String] {
    let access = plan.subject.access.prefix
    return objectiveCName
      + [
        "\(access)nonisolated final class Coding: \(foundation)NSObject, \(foundation)NSSecureCoding, "
          + "\(foundation)NSCopying, \(structCoding)ArchiveWrapper {"
      ]
      + [
        "\(access)let decoded: \(valueType)",
        "\(access)init(_ value: \(valueType)) { self.decoded = value }",
        "\(access)static var supportsSecureCoding: \(swift)Bool { true }",
        "\(access)func encode(with coder: \(foundation)NSCoder) { self.archive(to: coder) }",
        "\(access)init?(coder: \(foundation)NSCoder) {",
        "  guard let value = Self.unarchive(from: coder) else { return nil }",
        "  self.decoded = value",
        "}",
        "\(access)override func isEqual(_ object: Any?) -> \(swift)Bool { self.hasEqualValue(to: object) }",
        "\(access)override var hash: \(swift)Int { self.hashOfValue }",
        "\(access)func copy(with zone: \(foundation)NSZone? = nil) -> Any { self }",
      ].indented + registration.indented
      + ["}"]
  }

  /// The stable name for the Objective-C runtime. Classes in generic types cannot have one.
  private var objectiveCName: [String] {
    guard !plan.subject.isGeneric else { return [] }
    let name = hasDottedName ? "\(plan.classNameStem)_Coding" : plan.className
    return ["#if canImport(ObjectiveC)", "@objc(\(name))", "#endif"]
  }

  /// Objective-C has no class names with dots, nor stable ones of classes in generic types, so Foundation's archiver
  /// learns the name from this registration.
  private var registration: [String] {
    guard hasDottedName || plan.subject.isGeneric else { return [] }
    return [
      "#if canImport(ObjectiveC)",
      "\(plan.subject.access.prefix)override var classForKeyedArchiver: AnyClass? {",
      "  Self.registerArchiveNames()",
      "  return Self.self",
      "}",
      "#endif",
    ]
  }

  private var hasDottedName: Bool { plan.explicitClassName?.contains(".") ?? false }

  /// The value's type as resolved inside `Coding`, where `Coding` means the class itself and `Value` the associated
  /// type. A name that starts with either is qualified by its module.
  private var valueType: String {
    let type = plan.subject.typeTextWithArguments
    guard let first = type.split(separator: ".").first, ["Coding", "Value"].contains(first),
      let module = plan.subject.module
    else { return type }
    return "\(prefix(ofModule: module))\(type)"
  }
}
