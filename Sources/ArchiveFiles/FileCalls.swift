package import Foundation

/// The system calls that writers and readers of files make.
///
/// Each method is one call with the failures of that call: it may write only a part, and it may be interrupted.
/// ``OpenFile`` completes partial calls. Tests substitute their own calls: they record written and synced data, or let
/// one call fail.
package protocol FileCalls: Sendable {
  /// Opens or creates a file, or opens a folder, and returns its descriptor.
  func open(_ path: String, _ mode: FileMode) throws(FileCallFailure) -> Int32
  func close(_ descriptor: Int32)
  /// Returns the size of an open file in bytes.
  func size(of descriptor: Int32) throws(FileCallFailure) -> Int
  /// Reads bytes into memory; returns their number, 0 at the end of the file.
  func read(_ descriptor: Int32, into memory: UnsafeMutableRawBufferPointer, at offset: Int)
    throws(FileCallFailure) -> Int
  /// Writes bytes, perhaps only the first ones, and returns the number of bytes written.
  func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FileCallFailure)
    -> Int
  /// Truncates a file.
  func truncate(_ descriptor: Int32, to size: Int) throws(FileCallFailure)
  /// Waits until the content of a file, and its size, are on the disk.
  func sync(_ descriptor: Int32) throws(FileCallFailure)
  /// Waits until the names in a folder are on the disk.
  func syncFolder(_ descriptor: Int32) throws(FileCallFailure)
  /// Takes the lock of an open file; returns `false` if another descriptor has it.
  func lock(_ descriptor: Int32) throws(FileCallFailure) -> Bool
  /// Returns whether a path leads to an open file.
  func isSame(_ descriptor: Int32, _ path: String) throws(FileCallFailure) -> Bool
  func makeFolder(_ path: String) throws(FileCallFailure)
  func remove(_ path: String) throws(FileCallFailure)
  func rename(_ path: String, to other: String) throws(FileCallFailure)
  /// Returns the names in a folder, in any order.
  func names(in folder: String) throws(FileCallFailure) -> [String]
  /// The time on the system's clock.
  var now: Date { get }
}

extension FileCalls {
  package var now: Date { Date() }
}

/// How a file is opened.
package enum FileMode: Sendable {
  /// To read it. Folders are opened in this way too.
  case read
  /// To read and write a file that exists.
  case update
  /// To read and write a file that must not exist.
  case create
  /// To read and write a file, which is created if it does not exist.
  case updateOrCreate
}

/// A system call that failed.
package struct FileCallFailure: Error, Equatable {
  /// The name of the call.
  package var call: String
  /// The error number of the system.
  package var code: Int32

  package init(_ call: String, code: Int32) {
    self.call = call
    self.code = code
  }
}
