internal import ArchiveBytes
public import Foundation

/// Apple's layout of `NSURL`: the base, itself a URL or `nil`, and the string relative to it.
extension URL: ArchiveRecord {
  public static let archiveSchema = ArchiveSchema(
    className: "NSURL", formerly: [], superclasses: ["NSObject"], fields: ["NS.base", "NS.relative"])

  public func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(baseURL, at: 0)
    try encoder.encode(relativeString, at: 1)
  }

  public init(fields decoder: inout some FieldDecoder) throws {
    let base: URL? = try decoder.decode(at: 0)
    let relative: String = try decoder.decode(at: 1)
    guard let url = URL(string: relative, relativeTo: base) else {
      throw decoder.invalid("the string \"\(relative)\"", expected: "a URL")
    }
    self = url
  }

  // On Linux, a cast with `as` drops the base.
  public var _archiveObject: NSObject? {
    #if canImport(ObjectiveC)
      self as NSURL
    #else
      NSURL(string: relativeString, relativeTo: baseURL) ?? self as NSURL
    #endif
  }

  public init?(_archiveObject: NSObject) {
    guard let url = _archiveObject as? NSURL else { return nil }
    #if canImport(ObjectiveC)
      self = url as URL
    #else
      self = URL(string: url.relativeString, relativeTo: url.baseURL) ?? url as URL
    #endif
  }

  public static var archiveClasses: [AnyClass] { [NSURL.self] }
}
