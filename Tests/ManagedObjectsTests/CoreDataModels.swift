#if canImport(CoreData)
  import CoreData
  import ManagedObjects
  import StructCoding

  // The classes of `CoreDataTests`.

  @ManagedEntity @objc(ManagedItem)
  class ManagedItem: NSManagedObject {
    @Managed var rating: Double?
    @Managed var count: Int = 3
    @Managed(.raw) var status: Status? = .draft
    @Managed("kind_raw", .raw, formerly: "kind") var priority: Priority = .low
    @Managed(.codable(.json)) var settings: Settings?
    @Managed(.archive) var session: Session?
    @Managed(.archive) var history: [Session] = []
    @Managed(.transformed(TagList.self)) var tags: [String]?
    @Managed(.composition) var location: GeoPoint?
    @Managed(isTransient: true) var note: String?
    @NSManaged var first: String?
    @NSManaged var last: String?
    @NSManaged var owner: ManagedItem?

    @Managed(dependsOn: \.first, \.last)
    var fullName: String {
      get { _fullName { "\(first ?? "") \(last ?? "")" } }
      set {
        let parts = newValue.split(separator: " ", maxSplits: 1).map(String.init)
        first = parts.first
        last = parts.count > 1 ? parts[1] : nil
      }
    }

    @Managed(dependsOn: \.owner?.fullName)
    var ownersName: String { _ownersName { owner?.fullName ?? "nobody" } }

    @Managed(dependsOn: \.fullName)
    var greeting: String { _greeting { "Hello \(fullName)" } }

    @objc func validateTags(_ value: AutoreleasingUnsafeMutablePointer<AnyObject?>) throws {
      if value.pointee as? String == "refused" { throw NSError(domain: "ManagedItem", code: 46) }
    }
  }

  @ManagedEntity @objc(ManagedSpecialItem)
  final class ManagedSpecialItem: ManagedItem {
    @Managed var link: URL?
  }

  @Archivable
  struct OldPlace: Equatable { var lat: Double }

  @Archivable
  struct Place: Equatable { @Stored(formerly: "lat") var latitude: Double }

  @ManagedEntity @objc(ManagedOldNote)
  final class ManagedOldNote: NSManagedObject {
    @Managed var text: String?
    @Managed(.composition) var at: OldPlace?
  }

  @ManagedEntity @objc(ManagedNote)
  final class ManagedNote: NSManagedObject {
    @Managed(formerly: "text") var body: String?
    @Managed(.composition, formerly: "at") var place: Place?
    @Managed var stars: Double?
  }

  @MainActor @ManagedEntity @objc(ManagedMainNote)
  final class ManagedMainNote: NSManagedObject {
    @Managed var first: String?
    @Managed(.raw) var status: Status = .draft
    @Managed(.archive) var session: Session?

    @Managed(dependsOn: \.first, \.status)
    var title: String { _title { "\(first ?? ""): \(status.rawValue)" } }
  }

  @ManagedEntity @objc(ManagedVisit)
  final class ManagedVisit: NSManagedObject {
    @Managed(.coding) var session: Session?
    @Managed(.coding) var sessions: [Session]?
    @Managed(.coding) var different: Set<Session>?
    @Managed(.coding) var named: [String: Session]?
    @NSManaged var object: Session.Coding?
  }

  @ManagedEntity @objc(ManagedTypes)
  final class ManagedTypes: NSManagedObject {
    @Managed var int16: Int16?
    @Managed var int32: Int32?
    @Managed var int64: Int64?
    @Managed var int: Int?
    @Managed var bool: Bool?
    @Managed var float: Float?
    @Managed var double: Double?
    @Managed var decimal: Decimal?
    @Managed var string: String?
    @Managed var date: Date?
    @Managed var data: Data?
    @Managed var uuid: UUID?
    @Managed var url: URL?
  }
#endif
