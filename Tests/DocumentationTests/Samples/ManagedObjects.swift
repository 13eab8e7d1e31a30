import Foundation
import ManagedObjects
import StructCoding

#if canImport(CoreData)
  import CoreData
#endif

// What is inside of `#if canImport(CoreData)` is parsed on Linux, so a slip in its syntax fails the build; its types are
// not checked, and it is not run.

// SAMPLE types

final class TestSite: ManagedStore {
  var values: [String: Any] = [:]
  func willAccessValue(forKey key: String?) {}
  func didAccessValue(forKey key: String?) {}
  func willChangeValue(forKey key: String) {}
  func didChangeValue(forKey key: String) {}
  func primitiveValue(forKey key: String) -> Any? { values[key] }
  func setPrimitiveValue(_ value: Any?, forKey key: String) { values[key] = value }

  @Managed(.archive) var visit: SiteVisit?
}

final class ManagedObjectsSampleTests: PageTests {
  func testFailures() throws {
    let site = TestSite()
    site.values["visit"] = Data("damaged".utf8)
    // SAMPLE failures
    // OUTPUT failures
  }
}

#if canImport(CoreData)
  // SAMPLE site

  // SAMPLE fetching

  // SAMPLE model

  // SAMPLE secure
#endif
