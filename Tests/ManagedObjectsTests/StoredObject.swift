import Foundation
import ManagedObjects
import StructCoding

/// An object like `NSManagedObject`, with a dictionary for its attributes. It notes what is announced.
class StoredObject: ManagedStore {
  var values: [String: Any] = [:]
  /// The attributes of the model, if there is one.
  var model: [String: ManagedAttribute] = [:]
  private(set) var notices: [String] = []

  required init() {}

  func willAccessValue(forKey key: String?) { notices.append("will read \(key ?? "")") }
  func didAccessValue(forKey key: String?) { notices.append("did read \(key ?? "")") }
  func willChangeValue(forKey key: String) { notices.append("will set \(key)") }
  func didChangeValue(forKey key: String) { notices.append("did set \(key)") }
  func primitiveValue(forKey key: String) -> Any? { values[key] }
  func setPrimitiveValue(_ value: Any?, forKey key: String) { values[key] = value }
  func _modelAttribute(forKey key: String) -> ManagedAttribute? { model[key] }

  func notices(of body: () -> Void) -> [String] {
    notices = []
    body()
    return notices
  }
}

enum Status: String { case draft, published }
enum Priority: Int16 { case low, high }

struct Settings: Codable, Equatable { var retryCount = 3 }

@Archivable
struct Session: Hashable {
  var title: String
  var samples: [Double] = []
}

@Archivable
struct GeoPoint: Equatable {
  @Stored("lat") var latitude: Double
  @Stored(formerly: "lon") var longitude: Double
  var place: UUID?
}

struct TagList: ArchiveTransformer {
  func encode(_ value: [String]) throws -> String { value.joined(separator: ",") }
  func decode(_ stored: String) throws -> [String] { stored.split(separator: ",").map(String.init) }
}

@ManagedEntity
class Item: StoredObject {
  @Managed var rating: Double?
  @Managed var count: Int = 0
  @Managed(.raw) var status: Status? = .draft
  @Managed("kind_raw", .raw, formerly: "kind") var priority: Priority = .low
  @Managed(.codable(.json)) var settings: Settings?
  @Managed(.archive) var session: Session?
  @Managed(.archive) var history: [Session] = []
  @Managed(.transformed(TagList.self)) var tags: [String]?
  @Managed(.composition) var location: GeoPoint?
  @Managed(onDecodeFailure: .fallbackToDefaultValue, isTransient: true) var note: String?
  @Managed var first: String?
  @Managed var last: String?

  var computations = 0

  @Managed(dependsOn: \.first, \.last)
  var fullName: String {
    get {
      _fullName {
        computations += 1
        return "\(first ?? "") \(last ?? "")"
      }
    }
    set {
      let parts = newValue.split(separator: " ", maxSplits: 1).map(String.init)
      first = parts.first
      last = parts.count > 1 ? parts[1] : nil
    }
  }
}

@ManagedEntity
final class SpecialItem: Item {
  @Managed var link: URL?
  @Managed var price: Decimal = 1.25
}
