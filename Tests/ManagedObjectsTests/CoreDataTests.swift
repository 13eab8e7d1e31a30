#if canImport(CoreData)
  import CoreData
  import ManagedObjects
  import StructCoding
  import XCTest

  /// Properties with `@Managed` in Core Data, over a store in memory and a model made of the classes. No machine of the
  /// project has run these tests: `.ci/mac` does.
  final class CoreDataTests: XCTestCase {
    private func makeContext() throws -> NSManagedObjectContext {
      let coordinator = NSPersistentStoreCoordinator(
        managedObjectModel: try NSManagedObjectModel([ManagedItem.self, ManagedSpecialItem.self]))
      try coordinator.addPersistentStore(
        ofType: NSInMemoryStoreType, configurationName: nil, at: nil, options: nil)
      let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
      context.persistentStoreCoordinator = coordinator
      context.undoManager = UndoManager()
      return context
    }

    private func makeItem(in context: NSManagedObjectContext) -> ManagedItem {
      ManagedItem(context: context)
    }

    func testTheModelFits() throws {
      let model = try NSManagedObjectModel([ManagedItem.self])
      XCTAssertEqual(try model.differences(from: [ManagedItem.self]), [])
      XCTAssertEqual(try model.differences(from: [ManagedSpecialItem.self]).count, 1)
    }

    func testNewObjectsHaveTheInitialValues() throws {
      let item = makeItem(in: try makeContext())
      XCTAssertEqual(item.status, .draft)
      XCTAssertEqual(item.count, 3)
      XCTAssertNil(item.rating)
      XCTAssertEqual(item.history, [])
    }

    func testSavingAndRefreshing() throws {
      let context = try makeContext()
      let item = makeItem(in: context)
      let place = UUID()
      item.rating = 4.5
      item.status = .published
      item.session = Session(title: "Run", samples: [1, 2])
      item.tags = ["a", "b"]
      item.location = GeoPoint(latitude: 52.5, longitude: 13.4, place: place)
      try context.save()
      context.refresh(item, mergeChanges: false)
      XCTAssertTrue(item.isFault)
      XCTAssertEqual(item.rating, 4.5)
      XCTAssertFalse(item.isFault)
      XCTAssertEqual(item.status, .published)
      XCTAssertEqual(item.session, Session(title: "Run", samples: [1, 2]))
      XCTAssertEqual(item.tags, ["a", "b"])
      XCTAssertEqual(item.location, GeoPoint(latitude: 52.5, longitude: 13.4, place: place))
    }

    func testChangedValuesAndUndo() throws {
      let context = try makeContext()
      let item = makeItem(in: context)
      item.first = "Ada"
      item.last = "Byron"
      try context.save()
      XCTAssertEqual(item.fullName, "Ada Byron")
      item.last = "Lovelace"
      XCTAssertEqual(Set(item.changedValues().keys), ["last"])
      XCTAssertEqual(item.fullName, "Ada Lovelace")
      context.processPendingChanges()
      context.undo()
      XCTAssertEqual(item.fullName, "Ada Byron")
      item.last = "King"
      context.rollback()
      XCTAssertEqual(item.fullName, "Ada Byron")
    }

    func testObserversOfAPropertyThatDependsOnOthers() throws {
      let item = makeItem(in: try makeContext())
      XCTAssertEqual(ManagedItem.keyPathsForValuesAffectingValue(forKey: "fullName"), ["first", "last"])
      let observer = Observer()
      item.addObserver(observer, forKeyPath: "fullName", options: [.new], context: nil)
      defer { item.removeObserver(observer, forKeyPath: "fullName") }
      item.first = "Ada"
      XCTAssertEqual(observer.values.last as? String, "Ada ")
      XCTAssertEqual(item.value(forKey: "fullName") as? String, "Ada ")
      item.setValue("Grace Hopper", forKey: "fullName")
      XCTAssertEqual(item.last, "Hopper")
    }

    func testFetching() throws {
      let context = try makeContext()
      for (status, latitude) in [(Status.draft, 3.0), (.published, 2), (.published, 1)] {
        let item = makeItem(in: context)
        item.status = status
        item.location = GeoPoint(latitude: latitude, longitude: 0)
      }
      try context.save()
      let request = NSFetchRequest<ManagedItem>(entityName: "ManagedItem")
      request.includesSubentities = false
      request.predicate = try ManagedItem.$status.predicate(.equalTo, .published)
      request.sortDescriptors = [ManagedItem.$location.latitude.sortDescriptor()]
      XCTAssertEqual(try context.fetch(request).map { $0.location?.latitude }, [1, 2])
      request.predicate = try ManagedItem.$location.latitude.predicate(.greaterThan, 2)
      XCTAssertEqual(try context.fetch(request).map(\.status), [.draft])
    }

    func testUnreadableValues() throws {
      let context = try makeContext()
      let item = makeItem(in: context)
      item.setPrimitiveValue("archived", forKey: "status")
      item.setPrimitiveValue(Data([1, 2]), forKey: "session")
      let failures = DecodeFailures.collecting {
        XCTAssertEqual(item.status, .draft)
        XCTAssertNil(item.session)
      }.failures
      XCTAssertEqual(failures.map(\.error.pathDescription), ["ManagedItem.status", "ManagedItem.session"])
      XCTAssertEqual(item.primitiveValue(forKey: "session") as? Data, Data([1, 2]))
    }
  }

  private final class Observer: NSObject {
    var values: [Any?] = []

    override func observeValue(
      forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
      context: UnsafeMutableRawPointer?
    ) { values.append(change?[.newKey]) }
  }

  @ManagedEntity @objc(ManagedItem)
  class ManagedItem: NSManagedObject {
    @Managed var rating: Double?
    @Managed var count: Int = 3
    @Managed(.raw) var status: Status? = .draft
    @Managed("kind_raw", .raw) var priority: Priority = .low
    @Managed(.codable(.json)) var settings: Settings?
    @Managed(.archive) var session: Session?
    @Managed(.archive) var history: [Session] = []
    @Managed(.transformed(TagList.self)) var tags: [String]?
    @Managed(.composition) var location: GeoPoint?
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
  }

  @ManagedEntity @objc(ManagedSpecialItem)
  final class ManagedSpecialItem: ManagedItem {
    @Managed var link: URL?
  }
#endif
