public import Foundation
public import StructCoding

// Classes whose instances keep their identity: a hierarchy that is open to other modules, a final class, and a struct
// that refers to both.

@ArchivableObject
open class Place {
  public let name: String
  public var routes: [Route] = []
  public weak var region: Region?

  open class var archiveSubclasses: [any ArchivableObject.Type] { [Harbour.self] }

  public init(name: String) { self.name = name }
}

@ArchivableObject
public final class Harbour: Place {
  public var depth: Double

  public init(name: String, depth: Double) {
    self.depth = depth
    super.init(name: name)
  }
}

@ArchivableObject
public final class Region: AwakesAfterDecoding {
  public var places: [Place] = []
  public unowned let capital: Place
  @Transient public private(set) var count = 0

  public init(capital: Place) { self.capital = capital }

  public func add(_ place: Place) {
    places.append(place)
    place.region = self
  }

  public func awakeAfterDecoding() throws { count = places.count }
}

@Archivable
public struct Route {
  public var to: Place
  public var fare: Decimal?

  public init(to place: Place, fare: Decimal? = nil) {
    to = place
    self.fare = fare
  }
}
