import BenchmarkModels
import ColumnArchives
import Foundation
import StructCoding

/// A format of StructCoding, with the name passed to a child process.
enum ArchiveFormat: String {
  case columnArchive = "ColumnArchive"
  case keyedArchive = "KeyedArchive"

  func encode(_ sessions: [Session]) throws -> Data {
    switch self {
    case .columnArchive: try ColumnArchive.encode(sessions)
    case .keyedArchive: try KeyedArchive.encode(sessions)
    }
  }

  func decode(_ data: Data) throws -> [Session] {
    switch self {
    case .columnArchive: try ColumnArchive.decode([Session].self, from: data)
    case .keyedArchive: try KeyedArchive.decode([Session].self, from: data)
    }
  }
}
