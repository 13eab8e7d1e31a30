import Foundation
import StructCoding

@testable import ArchiveTestSupport

// What only keyed archives are tested with. Fixtures pin the names in archives, and those of this module.

// Foundation and Apple's SDKs have types of these names, too.
typealias Expression = ArchiveTestSupport.Expression
typealias Point = ArchiveTestSupport.Point

@Archivable
struct Box<Content: ArchiveValue & Hashable>: Hashable {
  var content: Content
}

/// A class as it was written before there was Swift, and its object as a field of values.
class Ticket: NSObject, NSSecureCoding {
  let title: String
  let price: Double
  let next: Ticket?
  let tags: [String]

  required init(_ title: String, price: Double = 1.5, next: Ticket? = nil, tags: [String] = []) {
    (self.title, self.price, self.next, self.tags) = (title, price, next, tags)
  }

  class var supportsSecureCoding: Bool { true }

  func encode(with coder: NSCoder) {
    coder.encode(title as NSString, forKey: "title")
    coder.encode(price, forKey: "price")
    coder.encode(next, forKey: "next")
    coder.encode(NSArray(array: tags.map { $0 as NSString }), forKey: "tags")
  }

  required init?(coder: NSCoder) {
    guard let title = coder.decodeObject(of: NSString.self, forKey: "title") else { return nil }
    self.title = String(describing: title)
    price = coder.decodeDouble(forKey: "price")
    next = coder.decodeObject(of: Ticket.self, forKey: "next")
    let tags = coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "tags") as? [Any] ?? []
    self.tags = tags.map { "\($0)" }
  }

  override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? Ticket else { return false }
    return title == other.title && price == other.price && next == other.next && tags == other.tags
  }
  override var hash: Int { title.hashValue }
}

extension Ticket: ArchiveValue {}

/// A ticket that fails to be written.
final class Unwritable: Ticket {
  struct NoInk: Error { let description = "no more ink" }
  override var classForCoder: AnyClass { Ticket.self }
  override func encode(with coder: NSCoder) { coder.failWithError(NoInk()) }
}

@Archivable(className: "Test_Folder")
struct Folder: Equatable {
  var cover: Ticket
  var spare: Ticket?
  var all: [Ticket]
  var byName: [String: Ticket]
  var event: Event.Coding
}
