import Foundation
import StructCoding

@Archivable
public struct Logs: Equatable, Codable, Sendable {
  public var logs: [Log]

  public init(logs: [Log]) {
    self.logs = logs
  }
}
