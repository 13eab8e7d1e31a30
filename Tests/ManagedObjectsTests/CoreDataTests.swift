#if canImport(CoreData)
  import CoreData
  import ManagedObjects
  import StructCoding
  import XCTest

  /// Properties with `@Managed` in Core Data, over a store in memory and a model made of the classes. No machine of the
  /// project has run these tests: `.ci/mac` does.
  final class CoreDataTests: XCTestCase {
    private static let classes: [any (NSManagedObject & ManagedEntity).Type] = [
      ManagedItem.self, ManagedSpecialItem.self,
    ]

    /// A context with a store in a file of SQLite, or in memory.
    private func makeContext(
      _ model: NSManagedObjectModel? = nil, file: URL? = nil
    ) throws -> NSManagedObjectContext {
      let coordinator = NSPersistentStoreCoordinator(
        managedObjectModel: try model ?? NSManagedObjectModel(Self.classes))
      try coordinator.addPersistentStore(
        ofType: file == nil ? NSInMemoryStoreType : NSSQLiteStoreType, configurationName: nil, at: file,
        options: [
          NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true,
        ])
      let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
      context.persistentStoreCoordinator = coordinator
      context.undoManager = UndoManager()
      return context
    }

    private func makeItem(in context: NSManagedObjectContext) -> ManagedItem {
      ManagedItem(context: context)
    }

    private func makeFile() throws -> URL {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      addTeardownBlock { try? FileManager.default.removeItem(at: folder) }
      return folder.appendingPathComponent("Store.sqlite")
    }

    // MARK: Models

    func testTheModelFits() throws {
      let model = try NSManagedObjectModel(Self.classes)
      XCTAssertEqual(try model.differences(from: Self.classes), [])
      XCTAssertEqual(
        try NSManagedObjectModel([ManagedItem.self]).differences(from: [ManagedSpecialItem.self]).count, 1)
    }

    func testAttributesOfTheModel() throws {
      let entity = try ManagedItem.entityDescription()
      var types = entity.attributesByName.mapValues(\.attributeType)
      types["location"] = nil
      XCTAssertEqual(
        types,
        [
          "rating": .doubleAttributeType, "count": .integer64AttributeType, "status": .stringAttributeType,
          "kind_raw": .integer64AttributeType, "settings": .binaryDataAttributeType,
          "session": .binaryDataAttributeType, "history": .binaryDataAttributeType,
          "tags": .stringAttributeType, "note": .stringAttributeType,
          "first": .stringAttributeType, "last": .stringAttributeType,
        ])
      let attributes = entity.attributesByName
      XCTAssertEqual(attributes["count"]?.defaultValue as? Int, 3)
      XCTAssertEqual(attributes["status"]?.defaultValue as? String, "draft")
      XCTAssertNil(attributes["rating"]?.defaultValue)
      XCTAssertEqual(attributes["count"]?.isOptional, false)
      XCTAssertEqual(attributes["note"]?.isTransient, true)
      XCTAssertEqual(attributes["kind_raw"]?.renamingIdentifier, "kind")
      let composite = try XCTUnwrap(attributes["location"] as? NSCompositeAttributeDescription)
      XCTAssertEqual(composite.elements.map(\.name), ["lat", "longitude", "place"])
      XCTAssertEqual(composite.elements.map(\.renamingIdentifier), ["lat", "lon", "place"])
    }

    /// A fetch of the superclass finds instances of the subclass.
    func testTheEntityOfASubclassIsASubentity() throws {
      let model = try NSManagedObjectModel(Self.classes)
      let special = try XCTUnwrap(model.entitiesByName["ManagedSpecialItem"])
      XCTAssertEqual(special.superentity?.name, "ManagedItem")
      XCTAssertNotNil(special.attributesByName["status"])
      let context = try makeContext(model)
      let item = ManagedSpecialItem(context: context)
      item.link = URL(string: "https://a.b")
      item.rating = 2
      try context.save()
      let found = try context.fetch(NSFetchRequest<ManagedItem>(entityName: "ManagedItem"))
      XCTAssertEqual(found.map(\.rating), [2])
      XCTAssertEqual((found.first as? ManagedSpecialItem)?.link, item.link)
    }

    func testADefaultOfTheModelThatDiffersIsReported() throws {
      let model = try NSManagedObjectModel([ManagedNote.self])
      // As the model editor does.
      model.entities[0].attributesByName["stars"]?.defaultValue = 0.0
      let note = ManagedNote(context: try makeContext(model))
      let failures = DecodeFailures.collecting { XCTAssertEqual(note.stars, 0) }.failures
      XCTAssertEqual(failures.map(\.error.pathDescription), ["ManagedNote.stars"])
    }

    // MARK: Values

    func testNewObjectsHaveTheInitialValues() throws {
      let item = makeItem(in: try makeContext())
      XCTAssertEqual(item.status, .draft)
      XCTAssertEqual(item.count, 3)
      XCTAssertNil(item.rating)
      XCTAssertEqual(item.history, [])
    }

    func testSavingAndRefreshing() throws {
      let context = try makeContext(file: makeFile())
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
      item.location?.latitude = 1
      item.status = nil
      item.location?.place = nil
      try context.save()
      context.refresh(item, mergeChanges: false)
      XCTAssertEqual(item.location, GeoPoint(latitude: 1, longitude: 13.4))
      XCTAssertNil(item.status)
    }

    /// Another context saves, and the changes are merged.
    func testMerging() throws {
      let context = try makeContext()
      let item = makeItem(in: context)
      item.session = Session(title: "first")
      (item.first, item.last) = ("Ada", "Byron")
      try context.save()
      XCTAssertEqual([item.session?.title, item.fullName], ["first", "Ada Byron"])
      let other = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      other.persistentStoreCoordinator = context.persistentStoreCoordinator
      let id = item.objectID
      other.performAndWait {
        let item = other.object(with: id) as? ManagedItem
        item?.session = Session(title: "second")
        item?.last = "Lovelace"
        do { try other.save() } catch { XCTFail("\(error)") }
      }
      NSManagedObjectContext.mergeChanges(
        fromRemoteContextSave: [NSUpdatedObjectsKey: [id]], into: [context])
      XCTAssertEqual([item.session?.title, item.fullName], ["second", "Ada Lovelace"])
    }

    /// Validation gets what the attribute holds.
    func testValidation() throws {
      let context = try makeContext()
      let item = makeItem(in: context)
      item.tags = ["refused"]
      XCTAssertThrowsError(try context.save()) { error in XCTAssertEqual((error as NSError).code, 46) }
      item.tags = ["a"]
      item.setPrimitiveValue(nil, forKey: "count")
      XCTAssertThrowsError(try context.save()) { error in
        XCTAssertEqual((error as NSError).code, NSValidationMissingMandatoryPropertyError)
      }
      // The getter has the initial value all the same.
      XCTAssertEqual(item.count, 3)
    }

    func testChangedValuesOfOtherForms() throws {
      let context = try makeContext()
      let item = makeItem(in: context)
      try context.save()
      item.priority = .high
      item.location = GeoPoint(latitude: 1, longitude: 2)
      item.history.append(Session(title: "x"))
      XCTAssertEqual(Set(item.changedValues().keys), ["kind_raw", "location", "history"])
      context.rollback()
      XCTAssertEqual(item.priority, .low)
      XCTAssertEqual(item.history, [])
      XCTAssertNil(item.location)
    }

    /// A transient attribute has no column, and takes part in undo.
    func testATransientAttribute() throws {
      let context = try makeContext(file: makeFile())
      let item = makeItem(in: context)
      item.note = "kept in memory"
      try context.save()
      XCTAssertEqual(item.note, "kept in memory")
      context.reset()
      let found = try XCTUnwrap(context.fetch(NSFetchRequest<ManagedItem>(entityName: "ManagedItem")).first)
      XCTAssertNil(found.note)
    }

    /// The store is migrated by the former names.
    func testFormerNames() throws {
      let file = try makeFile()
      let old = try NSManagedObjectModel([ManagedOldNote.self])
      old.entities[0].name = "ManagedNote"
      let context = try makeContext(old, file: file)
      let note = ManagedOldNote(context: context)
      note.text = "hello"
      note.at = OldPlace(lat: 1.5)
      try context.save()
      let model = try NSManagedObjectModel([ManagedNote.self])
      let found = try makeContext(model, file: file).fetch(
        NSFetchRequest<ManagedNote>(entityName: "ManagedNote"))
      XCTAssertEqual(found.map(\.body), ["hello"])
      XCTAssertEqual(found.first?.place, Place(latitude: 1.5))
    }

    @MainActor func testOnTheMainActor() throws {
      let note = ManagedMainNote(context: try makeContext(NSManagedObjectModel([ManagedMainNote.self])))
      note.first = "Ada"
      note.status = .published
      XCTAssertEqual(note.title, "Ada: published")
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

    /// A property whose attribute has another name, and one that depends on a computed property.
    func testObserversOfOtherNames() throws {
      let item = makeItem(in: try makeContext())
      XCTAssertEqual(ManagedItem.keyPathsForValuesAffectingValue(forKey: "priority"), ["kind_raw"])
      let (priority, greeting) = (Observer(), Observer())
      item.addObserver(priority, forKeyPath: "priority", options: [.new], context: nil)
      item.addObserver(greeting, forKeyPath: "greeting", options: [.new], context: nil)
      defer {
        item.removeObserver(priority, forKeyPath: "priority")
        item.removeObserver(greeting, forKeyPath: "greeting")
      }
      item.priority = .high
      XCTAssertEqual(priority.values.last as? Priority, .high)
      item.first = "Ada"
      XCTAssertEqual(greeting.values.last as? String, "Hello Ada ")
    }

    func testFetching() throws {
      let context = try makeContext(file: makeFile())
      for (status, latitude) in [(Status.draft, 3.0), (.published, 2), (.published, 1)] {
        let item = makeItem(in: context)
        item.status = status
        item.location = GeoPoint(latitude: latitude, longitude: 0)
      }
      try context.save()
      let request = NSFetchRequest<ManagedItem>(entityName: "ManagedItem")
      request.predicate = try ManagedItem.$status.predicate(.equalTo, .published)
      request.sortDescriptors = [ManagedItem.$location.latitude.sortDescriptor()]
      XCTAssertEqual(try context.fetch(request).map { $0.location?.latitude }, [1, 2])
      request.predicate = try ManagedItem.$location.latitude.predicate(.greaterThan, 2)
      XCTAssertEqual(try context.fetch(request).map(\.status), [.draft])
      request.predicate = try ManagedItem.$status.predicate(in: [.draft, .published])
      XCTAssertEqual(try context.count(for: request), 3)
      // A string for a predicate of your own.
      request.predicate = NSPredicate(
        format: "%K BETWEEN {1, 2}", ManagedItem.$location.latitude.keyPath)
      XCTAssertEqual(try context.count(for: request), 2)
      request.predicate = NSPredicate(format: "%K == nil", ManagedItem.$status.attributeName)
      XCTAssertEqual(try context.count(for: request), 0)
    }

    /// A part of a relationship is named by a string.
    func testFetchingByARelationship() throws {
      let model = try NSManagedObjectModel(Self.classes)
      let owner = NSRelationshipDescription()
      (owner.name, owner.destinationEntity, owner.maxCount) = (
        "owner", model.entitiesByName["ManagedItem"], 1
      )
      model.entitiesByName["ManagedItem"]?.properties.append(owner)
      let context = try makeContext(model)
      let (item, other) = (makeItem(in: context), makeItem(in: context))
      other.priority = .high
      item.owner = other
      try context.save()
      let request = NSFetchRequest<ManagedItem>(entityName: "ManagedItem")
      request.predicate = NSPredicate(
        format: "owner.\(ManagedItem.$priority.attributeName) == %d", Priority.high.rawValue)
      XCTAssertEqual(try context.fetch(request), [item])
    }

    func testPredicates() throws {
      XCTAssertEqual(
        try ManagedItem.$status.predicate(.equalTo, .published).predicateFormat, #"status == "published""#)
      XCTAssertEqual(try ManagedItem.$status.predicate(.notEqualTo, nil).predicateFormat, "status != nil")
      XCTAssertEqual(try ManagedItem.$priority.predicate(.equalTo, .high).predicateFormat, "kind_raw == 1")
      XCTAssertEqual(
        try ManagedItem.$location.latitude.predicate(.lessThan, 3).predicateFormat, "location.lat < 3")
      XCTAssertEqual(ManagedItem.$location.latitude.sortDescriptor(ascending: false).key, "location.lat")
      XCTAssertThrowsError(try ManagedItem.$session.predicate(.equalTo, Session(title: "x")))
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
#endif
