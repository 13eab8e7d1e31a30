import ArchiveDocuments
import Foundation
import StructCoding

// SAMPLE old-classes

// SAMPLE old-archive

// SAMPLE data-inside

// SAMPLE next-to-classes declarations

// SAMPLE parents-classes

final class MigratingFromNSCodingSampleTests: PageTests {
  // SAMPLE structs

  func testLook() throws {
    // SAMPLE look
    // OUTPUT look
  }

  func testRead() throws {
    let data = try archiveOfTheOldApp()
    // SAMPLE read
    // OUTPUT read
  }

  func testLost() throws {
    let data = try archiveOfTheOldApp()
    // SAMPLE lost
    // OUTPUT lost
  }

  func testWriteBack() throws {
    let trip = try KeyedArchive.decode(Trip.self, from: archiveOfTheOldApp())
    // SAMPLE write-back
    // OUTPUT write-back
  }

  // SAMPLE version declarations

  func testVersion() throws {
    // SAMPLE version statements
    // OUTPUT version
  }

  // SAMPLE inside-classes declarations

  func testInsideClasses() throws {
    // SAMPLE inside-classes statements
    // OUTPUT inside-classes
  }

  func testParents() throws {
    // SAMPLE parents
    // OUTPUT parents
  }

  // SAMPLE mixed declarations

  func testMixed() throws {
    // SAMPLE mixed statements
    // OUTPUT mixed
  }

  // SAMPLE identity declarations

  func testIdentity() throws {
    let data = try archiveOfTheOldApp()
    // SAMPLE identity statements
    // OUTPUT identity
  }

  // SAMPLE errors declarations

  func testErrors() throws {
    let data = try archiveOfTheOldApp()
    // SAMPLE errors statements
    // OUTPUT errors
  }

  func testTop() throws {
    // SAMPLE top
    // OUTPUT top
  }

  // SAMPLE encodable declarations

  func testEncodable() throws {
    // SAMPLE encodable statements
    // OUTPUT encodable
  }

  func testNextToClasses() throws {
    // SAMPLE next-to-classes statements
    // OUTPUT next-to-classes
  }

  // SAMPLE nil declarations

  func testNil() throws {
    // SAMPLE nil statements
    // OUTPUT nil
  }
}
