import Foundation
import StructCoding

#if canImport(CoreData)
  import CoreData
#endif
#if canImport(SwiftData)
  import SwiftData
#endif

// The code blocks of the page `CoreDataTransformables.md`. `print` is caught, as for the other pages.
//
// What is inside of `#if canImport(CoreData)` is parsed on Linux, so a slip in its syntax fails the build; its types are
// not checked, and it is not run.

// COREDATA types
@Archivable(className: "SitePosition")
struct SitePosition: Equatable {
  var latitude: Double
  var longitude: Double
}

@Archivable(className: "SiteVisit")
struct SiteVisit: Equatable {
  var position: SitePosition
  var notes: [String] = []
}
// END

// COREDATA transformer
struct SiteVisitTransformer: ArchiveTransformer {
  func encode(_ value: SiteVisit) throws -> Data { try KeyedArchive.encode(value) }
  func decode(_ stored: Data) throws -> SiteVisit {
    try KeyedArchive.decode(SiteVisit.self, from: stored)
  }
}
// END

enum InCoreData {
  static func binary() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // COREDATA binary
    let visit = SiteVisit(position: SitePosition(latitude: 52.5, longitude: 13.4), notes: ["rain"])
    let stored: Data = try ColumnArchive.encode(visit)
    print(try ColumnArchive.decode(SiteVisit.self, from: stored) == visit)
    // END
    return printed.lines
  }

  static func transformer() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // COREDATA transformer
    ArchiveTransformers.register(SiteVisitTransformer.self, forName: "SiteVisit")

    let visit = SiteVisit(position: SitePosition(latitude: 52.5, longitude: 13.4))
    let stored = try SiteVisitTransformer().encode(visit)
    print(try SiteVisitTransformer().decode(stored) == visit)
    print(ArchiveTransformers.names.contains("SiteVisit"))
    // END
    return printed.lines
  }

  static func coding() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // COREDATA coding
    let visit = SiteVisit(position: SitePosition(latitude: 52.5, longitude: 13.4))
    let object: SiteVisit.Coding = visit.encoded
    let data = try KeyedArchive.archivedData(withRootObject: object, requiringSecureCoding: true)
    let back = try KeyedArchive.unarchivedObject(ofClass: SiteVisit.Coding.self, from: data)
    print(back?.decoded == visit, object.isEqual(back), SiteVisit.Coding.supportsSecureCoding)
    print(try KeyedArchive.decode(SiteVisit.self, from: data) == visit)
    // END
    return printed.lines
  }
}

#if canImport(CoreData)
  // COREDATA binary attribute
  final class SiteRecord: NSManagedObject {
    @NSManaged private var visitData: Data?

    var visit: SiteVisit? {
      get { visitData.flatMap { try? ColumnArchive.decode(SiteVisit.self, from: $0) } }
      set { visitData = newValue.flatMap { try? ColumnArchive.encode($0) } }
    }
  }
  // END

  // COREDATA cached
  final class CachedSiteRecord: NSManagedObject {
    @NSManaged private var visitData: Data?
    private var decoded: (data: Data, visit: SiteVisit)?

    func readVisit() throws -> SiteVisit? {
      guard let visitData else { return nil }
      if let decoded, decoded.data == visitData { return decoded.visit }
      let visit = try ColumnArchive.decode(SiteVisit.self, from: visitData)
      decoded = (visitData, visit)
      return visit
    }

    // Whoever observes `noteCount` is told when the data change.
    @objc dynamic var noteCount: Int { (try? readVisit())??.notes.count ?? 0 }
    @objc class func keyPathsForValuesAffectingNoteCount() -> Set<String> { ["visitData"] }
  }
  // END

  // COREDATA attribute
  func visitAttribute() -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = "visit"
    attribute.attributeType = .transformableAttributeType
    attribute.valueTransformerName = "SiteVisits"
    attribute.attributeValueClassName = NSStringFromClass(SiteVisit.Coding.self)
    attribute.isOptional = true
    return attribute
  }
  // END

  // COREDATA secure
  func openStore() -> NSPersistentContainer {
    // Before the model is loaded.
    SiteVisit.registerSecureTransformer(named: "SiteVisits")
    return NSPersistentContainer(name: "Model")
  }

  final class Diary: NSManagedObject {
    @NSManaged var visit: SiteVisit.Coding?
    @NSManaged var history: [SiteVisit.Coding]?
  }

  func addVisit(_ visit: SiteVisit, to diary: Diary) {
    diary.visit = visit.encoded
    diary.history = (diary.history ?? []) + [visit.encoded]
  }
  // END

  // COREDATA structs
  extension Diary {
    var latestVisit: SiteVisit? {
      get { visit?.decoded }
      set { visit = newValue?.encoded }
    }

    @objc dynamic var latitude: Double { visit?.decoded.position.latitude ?? 0 }
    @objc class func keyPathsForValuesAffectingLatitude() -> Set<String> { ["visit"] }
  }
  // END

  // COREDATA by name
  func registerTransformers() throws {
    ArchiveTransformers.register(SiteVisitTransformer.self, forName: "SiteVisit")
    try ArchiveTransformers.registerValueTransformer(named: "SiteVisit")
  }
  // END

  // COREDATA own
  @objc(SiteVisitArrayTransformer)
  final class SiteVisitArrayTransformer: NSSecureUnarchiveFromDataTransformer {
    override class var allowedTopLevelClasses: [AnyClass] { [NSArray.self, SiteVisit.Coding.self] }
  }
// END
#endif

#if canImport(SwiftData)
  // COREDATA swiftdata
  @Model
  final class SiteNote {
    var title: String
    private var visitData: Data?

    init(title: String) { self.title = title }

    func visit() throws -> SiteVisit? {
      try visitData.map { try ColumnArchive.decode(SiteVisit.self, from: $0) }
    }

    func setVisit(_ visit: SiteVisit?) throws {
      visitData = try visit.map { try ColumnArchive.encode($0) }
    }
  }
// END
#endif
