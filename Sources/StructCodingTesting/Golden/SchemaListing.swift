internal import ArchiveValues

/// The stored schema of a type as text: a line for each class, case and field that it reaches.
///
///     class Models_Session_Coding, version 2
///       startTime: Date
///       events: [Models_Event_Coding]
///     class Models_Event_Coding
///       case opened(by: String)
struct SchemaListing {
  /// The classes, with the root type's first.
  private(set) var classes: [Class] = []

  struct Class: Equatable {
    /// The name in archives, and the version if it is higher than 1.
    var title: String
    /// The fields and cases, each with its kind.
    var parts: [Part] = []
    /// The former names of its parts; not in the text.
    var formerNames: Set<String> = []
  }

  struct Part: Equatable, Comparable {
    /// The stored name.
    var name: String
    /// How it is stored; empty if the type gives no description.
    var kind: String
    /// Whether it is a case of an enumeration.
    var isCase = false

    var text: String {
      if isCase { return "case \(name)\(kind)" }
      return kind.isEmpty ? name : "\(name): \(kind)"
    }

    static func < (first: Part, second: Part) -> Bool { first.text < second.text }
  }

  init<Value: ArchiveValue>(of type: Value.Type) {
    var reader = SchemaLister()
    _ = reader.kind(of: type)
    while let next = reader.nextClass() { classes.append(next) }
  }

  // MARK: Text

  var text: String {
    classes.map { found in
      "class \(found.title)\n" + found.parts.map { "  \($0.text)\n" }.joined()
    }.joined()
  }

  /// Reads a listing that was written as text.
  init(text: String) {
    for line in text.split(separator: "\n") {
      if line.hasPrefix("class ") {
        classes.append(Class(title: String(line.dropFirst(6))))
      } else if !classes.isEmpty {
        classes[classes.count - 1].parts.append(Self.part(line.drop { $0 == " " }))
      }
    }
  }

  private static func part(_ text: Substring) -> Part {
    if text.hasPrefix("case ") {
      let text = text.dropFirst(5)
      let name = text.prefix { $0 != "(" }
      return Part(name: String(name), kind: String(text.dropFirst(name.count)), isCase: true)
    }
    guard let colon = text.firstRange(of: ": ") else { return Part(name: String(text), kind: "") }
    return Part(name: String(text[..<colon.lowerBound]), kind: String(text[colon.upperBound...]))
  }
}

extension SchemaListing: Equatable {
  /// Listings are equal if they have the same lines; the order of classes and fields has no meaning in an archive.
  static func == (first: SchemaListing, second: SchemaListing) -> Bool { first.sorted == second.sorted }

  private var sorted: [Class] {
    classes.map { Class(title: $0.title, parts: $0.parts.sorted()) }.sorted { $0.title < $1.title }
  }
}
