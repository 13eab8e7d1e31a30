#if !canImport(ObjectiveC)
  import Foundation
  import StructCoding
  import Testing

  /// What Foundation's archiver on Linux cannot do and the compiler does not see ends the process with a sentence that
  /// says what to do, before Foundation ends it without one.
  @Suite struct UnseenClassTests {
    @Test func anArchiverOfTheProgramsOwn() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let object: Any = Event(timeStamp: Date(timeIntervalSince1970: 0), tag: "did open").encoded
        NSKeyedArchiver(requiringSecureCoding: true).encode(object, forKey: "event")
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(
        text.contains(
          "NSKeyedArchiver on Linux cannot archive the nested class FoundingExamplesTests.Event.Coding. Use KeyedArchiver"
        ))
    }

    /// The old method cannot throw.
    @Test func anObjectThatCannotBeArchived() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = NSKeyedArchiver.archivedData(withRootObject: [NSLock()])
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("Expected an NSCoding object, found one of class"))
    }
  }
#endif
