import StructCoding

/// A device, and those that are plugged into it.
@ArchivableObject(className: "Device")
public final class Device {
  public let name: String
  public private(set) var parts: [Device] = []
  public private(set) weak var host: Device?

  public init(name: String) { self.name = name }

  public func plug(_ part: Device) {
    parts.append(part)
    part.host = self
  }
}
