import Foundation
import LiveValues
import StructCoding

/// A plain struct with computed properties, one of which can be set.
struct Person: Equatable, Sendable {
  struct Address: Equatable, Sendable {
    var street = ""
    var city = ""
  }

  var firstName: String
  var lastName: String
  var age = 0
  var tags: [String] = []
  var address = Address()

  var fullName: String {
    get { "\(firstName) \(lastName)" }
    set {
      let parts = newValue.split(separator: " ", maxSplits: 1)
      firstName = parts.first.map { String($0) } ?? ""
      lastName = parts.count > 1 ? String(parts[1]) : ""
    }
  }

  var initials: String { "\(firstName.prefix(1))\(lastName.prefix(1))" }
}

/// An archivable struct that names computed properties.
@Archivable
struct Employee: Equatable {
  @Stored("given") var firstName: String
  var lastName: String
  var nickname: String?
  var salary = 0

  var fullName: String {
    get { "\(firstName) \(lastName)" }
    set {
      let parts = newValue.split(separator: " ", maxSplits: 1)
      (firstName, lastName) = (String(parts[0]), String(parts[1]))
    }
  }
  var badge: String { "#\(fullName.count): \(fullName)" }
  var isRich: Bool { salary > 1_000_000 }
}

extension Employee: KeyValueObservable {
  static var observableProperties: KeyValuePairs<String, PartialKeyPath<Employee>> {
    ["badge": \.badge, "fullName": \.fullName, "isRich": \.isRich]
  }
}

/// A struct with a property that is stored flat.
@Archivable
struct Shop {
  @Archivable
  struct Place: Equatable {
    var city = ""
    var street = ""
  }

  var name = ""
  @Stored("site", .composition) var place = Place()

  var label: String { "\(name), \(place.city)" }
}

extension Shop: KeyValueObservable {
  static var observableProperties: KeyValuePairs<String, PartialKeyPath<Shop>> { ["label": \.label] }
}

/// A value that several closures share, on one thread or under no contention.
final class Box<Value>: @unchecked Sendable {
  var value: Value
  init(_ value: Value) { self.value = value }
}

/// Lines of text, in the order in which any thread adds them.
final class Log: @unchecked Sendable {
  private let lock = NSLock()
  private var texts: [String] = []

  var lines: [String] { lock.withLock { texts } }

  func add(_ line: String) { lock.withLock { texts.append(line) } }

  /// The lines so far, which are removed.
  func take() -> [String] {
    lock.withLock {
      defer { texts = [] }
      return texts
    }
  }

  /// An observer that notes old and new value under a name.
  func note<Value>(_ name: String) -> @Sendable (Value, Value) -> Void {
    { self.add("\(name): \($0), \($1)") }
  }
}
