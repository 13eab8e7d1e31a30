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

    /// An object does not keep its context.
    private var contexts: [NSManagedObjectContext] = []

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
      contexts.append(context)
      return context
    }

    /// Makes an object of the entity in the context's own model. `init(context:)` asks the class, which has an entity in
    /// the model of each test.
    private func make<Object: NSManagedObject>(
      _ type: Object.Type, in context: NSManagedObjectContext
    ) throws -> Object {
      let entities = context.persistentStoreCoordinator?.managedObjectModel.entities ?? []
      let entity = entities.first { $0.managedObjectClassName == NSStringFromClass(type) }
      return Object(entity: try XCTUnwrap(entity), insertInto: context)
    }

    private func makeItem(in context: NSManagedObjectContext) throws -> ManagedItem {
      try make(ManagedItem.self, in: context)
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

    /// A mistyped name of a transformer is found, also in a composite.
    func testTransformerNames() throws {
      let attribute = NSAttributeDescription()
      attribute.name = "settings"
      attribute.attributeType = .transformableAttributeType
      attribute.valueTransformerName = "SetingsTransformer"
      let entity = NSEntityDescription()
      entity.name = "Item"
      entity.properties = [attribute]
      let model = NSManagedObjectModel()
      model.entities = [entity]
      XCTAssertEqual(model.unregisteredTransformerNames.map(\.rawValue), ["SetingsTransformer"])
      attribute.valueTransformerName = Session.registerSecureTransformer().rawValue
      XCTAssertEqual(model.unregisteredTransformerNames, [])
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
      let item = try make(ManagedSpecialItem.self, in: context)
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
      let note = try make(ManagedNote.self, in: makeContext(model))
      let failures = DecodeFailures.collecting { XCTAssertEqual(note.stars, 0) }.failures
      XCTAssertEqual(failures.map(\.error.pathDescription), ["ManagedNote.stars"])
    }

    /// Core Data gives an `NSNumber` for a number or a Boolean, and Foundation's objects for the rest.
    func testAllTypesInAStore() throws {
      let context = try makeContext(NSManagedObjectModel([ManagedTypes.self]), file: makeFile())
      let types = try make(ManagedTypes.self, in: context)
      let id = UUID()
      (types.int16, types.int32, types.int64, types.int) = (.min, .min, .min, .max)
      (types.bool, types.float, types.double) = (true, 0.1, 0.1)
      (types.decimal, types.string, types.date) = (Decimal(string: "0.1"), "text", .distantPast)
      (types.data, types.uuid, types.url) = (Data([1, 2]), id, URL(string: "https://a.b"))
      try context.save()
      context.refresh(types, mergeChanges: false)
      XCTAssertEqual(
        [types.int16.map(Int.init), types.int32.map(Int.init), types.int64.map { Int($0) }, types.int],
        [Int(Int16.min), Int(Int32.min), .min, .max])
      XCTAssertEqual(types.bool, true)
      XCTAssertEqual(types.float, 0.1)
      XCTAssertEqual(types.double, 0.1)
      XCTAssertEqual(types.decimal, Decimal(string: "0.1"))
      XCTAssertEqual(types.string, "text")
      XCTAssertEqual(types.date, .distantPast)
      XCTAssertEqual(types.data, Data([1, 2]))
      XCTAssertEqual(types.uuid, id)
      XCTAssertEqual(types.url, URL(string: "https://a.b"))
    }

    /// `differences(from:)` lets an attribute of any width hold an integer.
    func testAnIntegerBeyondTheWidthOfItsAttribute() throws {
      let model = try NSManagedObjectModel([ManagedTypes.self])
      model.entities[0].attributesByName["int"]?.attributeType = .integer16AttributeType
      let context = try makeContext(model, file: makeFile())
      let types = try make(ManagedTypes.self, in: context)
      types.int = 100_000
      try context.save()
      context.refresh(types, mergeChanges: false)
      XCTAssertEqual(types.int, 100_000)
    }

    // MARK: Values

    func testNewObjectsHaveTheInitialValues() throws {
      let item = try makeItem(in: makeContext())
      XCTAssertEqual(item.status, .draft)
      XCTAssertEqual(item.count, 3)
      XCTAssertNil(item.rating)
      XCTAssertEqual(item.history, [])
    }

    func testSavingAndRefreshing() throws {
      let context = try makeContext(file: makeFile())
      let item = try makeItem(in: context)
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
      item.location = nil
      try context.save()
      context.refresh(item, mergeChanges: false)
      XCTAssertEqual(DecodeFailures.collecting { XCTAssertNil(item.location) }.failures.count, 0)
    }

    /// Another context saves, and the changes are merged.
    func testMerging() throws {
      let context = try makeContext()
      let item = try makeItem(in: context)
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
      let item = try makeItem(in: context)
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
      let item = try makeItem(in: context)
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

    /// A transformable attribute holds the object; the transformer turns it into data for the store.
    func testTransformableAttributes() throws {
      Session.registerSecureTransformer()
      let model = try NSManagedObjectModel([ManagedVisit.self])
      let attributes = model.entities[0].attributesByName
      XCTAssertEqual(attributes["session"]?.attributeType, .transformableAttributeType)
      XCTAssertEqual(attributes["session"]?.valueTransformerName, "SessionTransformer")
      XCTAssertEqual(attributes["object"]?.valueTransformerName, "SessionTransformer")
      XCTAssertEqual(try model.differences(from: [ManagedVisit.self]), [])
      let context = try makeContext(model, file: makeFile())
      let visit = try make(ManagedVisit.self, in: context)
      visit.session = Session(title: "a")
      visit.sessions = [Session(title: "b"), Session(title: "c")]
      visit.different = [Session(title: "b"), Session(title: "c")]
      visit.named = ["first": Session(title: "b")]
      visit.object = Session(title: "d").encoded
      try context.save()
      context.refresh(visit, mergeChanges: false)
      XCTAssertEqual(visit.session, Session(title: "a"))
      XCTAssertEqual(visit.sessions?.map(\.title), ["b", "c"])
      XCTAssertEqual(visit.different, [Session(title: "b"), Session(title: "c")])
      XCTAssertEqual(visit.named, ["first": Session(title: "b")])
      XCTAssertEqual(visit.object?.decoded.title, "d")
      visit.session?.title = "e"
      XCTAssertEqual(Array(visit.changedValues().keys), ["session"])
    }

    /// A transient attribute has no column, and takes part in undo.
    func testATransientAttribute() throws {
      let context = try makeContext(file: makeFile())
      let item = try makeItem(in: context)
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
      let note = try make(ManagedOldNote.self, in: context)
      note.text = "hello"
      note.at = OldPlace(lat: 1.5)
      try context.save()
      let coordinator = try XCTUnwrap(context.persistentStoreCoordinator)
      for store in coordinator.persistentStores { try coordinator.remove(store) }
      let model = try NSManagedObjectModel([ManagedNote.self])
      let found = try makeContext(model, file: file).fetch(
        NSFetchRequest<ManagedNote>(entityName: "ManagedNote"))
      XCTAssertEqual(found.map(\.body), ["hello"])
      XCTAssertEqual(found.first?.place, Place(latitude: 1.5))
    }

    @MainActor func testOnTheMainActor() throws {
      let note = try make(ManagedMainNote.self, in: makeContext(NSManagedObjectModel([ManagedMainNote.self])))
      note.first = "Ada"
      note.status = .published
      XCTAssertEqual(note.title, "Ada: published")
    }

    func testChangedValuesAndUndo() throws {
      let context = try makeContext()
      let item = try makeItem(in: context)
      item.first = "Ada"
      item.last = "Byron"
      try context.save()
      XCTAssertEqual(item.fullName, "Ada Byron")
      // What was done before is not to be undone with it.
      context.processPendingChanges()
      context.undoManager = UndoManager()
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
      let item = try makeItem(in: makeContext())
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
      let item = try makeItem(in: makeContext())
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
        let item = try makeItem(in: context)
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
      let (item, other) = try (makeItem(in: context), makeItem(in: context))
      other.priority = .high
      item.owner = other
      try context.save()
      let request = NSFetchRequest<ManagedItem>(entityName: "ManagedItem")
      request.predicate = NSPredicate(
        format: "owner.\(ManagedItem.$priority.attributeName) == %d", Priority.high.rawValue)
      XCTAssertEqual(try context.fetch(request), [item])
      // A property that depends on the owner's.
      let observer = Observer()
      item.addObserver(observer, forKeyPath: "ownersName", options: [.new], context: nil)
      defer { item.removeObserver(observer, forKeyPath: "ownersName") }
      other.first = "Ada"
      XCTAssertEqual(observer.values.last as? String, "Ada ")
      XCTAssertEqual(item.ownersName, "Ada ")
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
      let item = try makeItem(in: context)
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
#endif
