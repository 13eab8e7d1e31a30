internal import ArchiveBytes
internal import ArchiveNodes
public import ArchiveValues
public import Foundation

/// A colour of AppKit or UIKit as a field, on every platform: an archived `NSColor` or `UIColor`.
///
/// ```swift
/// @Archivable
/// struct Note {
///   var text: String
///   var color: ArchivedColor
/// }
///
/// if let rgb = note.color.rgb { print(rgb.red, rgb.green, rgb.blue, rgb.alpha) }
/// ```
///
/// It keeps the archived object, so that a colour from a Mac returns to the Mac unchanged, with its class, space,
/// profile, and fields that this type does not know. ``space`` and ``components`` describe the colour. Numbers are not
/// converted between spaces, since that needs a colour management system.
public struct ArchivedColor: ArchiveRepresentable, Hashable, Sendable {
  /// The archived object.
  public let object: ArchivedObject
  /// The space of the components.
  public let space: Space
  /// The components without alpha, in the order of the space: red, green and blue; white; cyan, magenta, yellow and
  /// black. Empty for a pattern, and in an unknown space.
  ///
  /// A named colour has the components of the colour stored with its name. They may be below 0 and above 1.
  public let components: [Double]
  /// The opacity of the colour, from 0 to 1.
  public let alpha: Double
  /// The name of a colour in a catalog, such as `labelColor`, or of a system colour; `nil` if it has none.
  public let name: String?

  /// The color space of the components.
  public enum Space: Sendable, Hashable {
    /// AppKit's generic RGB.
    case calibratedRGB
    /// The device's RGB; UIKit's is sRGB.
    case deviceRGB
    /// AppKit's generic grey.
    case calibratedWhite
    /// The device's grey; UIKit's has a gamma of 2.2.
    case deviceWhite
    /// Cyan, magenta, yellow and black.
    case deviceCMYK
    /// A space that is archived with the colour, such as sRGB.
    case profile(Profile)
    /// No components: a repeated image.
    case pattern
    /// A space number that this library does not know.
    case unknown(Int)
  }

  /// A colour space that is archived as an object, `NSColorSpace`.
  public struct Profile: Sendable, Hashable {
    /// AppKit's number of the space, if it has one; 7 means sRGB.
    public let number: Int?
    /// The ICC profile, if it is in the archive.
    public let icc: Data?

    /// Whether the space is sRGB.
    public var isSRGB: Bool { number == 7 }
  }

  /// A colour as red, green and blue numbers.
  public struct RGB: Sendable, Hashable {
    /// The red component.
    public var red: Double
    /// The green component.
    public var green: Double
    /// The blue component.
    public var blue: Double
    /// The opacity of the colour.
    public var alpha: Double

    /// Creates a colour from its numbers.
    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
      (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }
  }

  /// Interprets an object as a colour.
  ///
  /// - Throws: ``ArchiveError`` if it is not an `NSColor` or `UIColor`, or if its numbers are invalid.
  public init(_ object: ArchivedObject) throws {
    self.object = object
    (space, components, alpha, name) = try Content.parts(of: object)
  }

  /// The class library of the object.
  public var kit: InterfaceKit { object.isKind(of: InterfaceKit.uiKit.colorClass) ? .uiKit : .appKit }

  /// The red, green and blue numbers, whatever the space; for a grey, they are equal. `nil` for CMYK, a pattern, and
  /// other spaces.
  public var rgb: RGB? {
    switch components.count {
    case 3: RGB(red: components[0], green: components[1], blue: components[2], alpha: alpha)
    case 1: RGB(red: components[0], green: components[0], blue: components[0], alpha: alpha)
    default: nil
    }
  }

  /// The archived object.
  public var archiveForm: ArchivedObject { object }

  public init(archiveForm object: ArchivedObject) throws { try self.init(object) }

  public static func == (left: ArchivedColor, right: ArchivedColor) -> Bool { left.object == right.object }

  public func hash(into hasher: inout Hasher) { hasher.combine(object) }
}

// MARK: A program's own colours

extension ArchivedColor {
  /// Creates a colour in red, green and blue, as a class library archives one.
  ///
  /// - Parameter isCalibrated: For AppKit, whether it is generic RGB rather than the device's.
  public init(
    red: Double, green: Double, blue: Double, alpha: Double = 1, kit: InterfaceKit, isCalibrated: Bool = false
  ) {
    self.init(
      [red, green, blue], alpha, isCalibrated && kit == .appKit ? .calibratedRGB : .deviceRGB,
      ["UIRed", "UIGreen", "UIBlue"], kit)
  }

  /// Creates a grey, as a class library archives one.
  ///
  /// - Parameter isCalibrated: For AppKit, whether it is generic grey rather than the device's.
  public init(white: Double, alpha: Double = 1, kit: InterfaceKit, isCalibrated: Bool = false) {
    self.init(
      [white], alpha, isCalibrated && kit == .appKit ? .calibratedWhite : .deviceWhite, ["UIWhite"], kit)
  }

  private init(
    _ components: [Double], _ alpha: Double, _ space: Space, _ names: [String], _ kit: InterfaceKit
  ) {
    var fields = ArchiveNode.Fields(className: kit.colorClass)
    // UIKit allows a Mac to read it as an `NSColor`.
    if kit == .uiKit { fields.fallbackClassNames = [InterfaceKit.appKit.colorClass] }
    let numbers = alpha == 1 ? components : components + [alpha]
    let textKey = components.count == 1 ? "NSWhite" : "NSRGB"
    switch kit {
    case .appKit: fields[textKey] = .data(Data(numbers.map(Self.text).joined(separator: " ").utf8) + [0])
    case .uiKit:
      fields["UIColorComponentCount"] = .integer(Int64(components.count + 1))
      for (name, number) in zip(names + ["UIAlpha"], components + [alpha]) {
        // UIKit stores four bytes, and adds eight only if they are more precise.
        fields[name] = .float(Float(number))
        if Double(Float(number)) != number { fields[name + Content.doubleSuffix] = .double(number) }
      }
      // AppKit reads this text; UIKit reads the numbers.
      let text = numbers.map { String(format: "%.3g", $0) }.joined(separator: " ")
      fields[textKey] = .data(Data(text.utf8))
    }
    fields["NSColorSpace"] = .integer(Int64(Content.number(of: space)))
    object = ArchivedObject(fields)
    (self.space, self.components, self.alpha, name) = (space, components, alpha, nil)
  }

  /// Returns the shortest text that reads back as the number.
  private static func text(_ number: Double) -> String {
    let text = "\(number)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

/// The class library of a colour or a font. It determines the form of the archived object.
public enum InterfaceKit: Sendable, Hashable {
  /// `NSColor` and `NSFont`, on a Mac.
  case appKit
  /// `UIColor` and `UIFont`, on the other systems.
  case uiKit
}

extension InterfaceKit {
  /// The name of the class of colours.
  var colorClass: String { self == .appKit ? "NSColor" : "UIColor" }
  /// The name of the class of fonts.
  var fontClass: String { self == .appKit ? "NSFont" : "UIFont" }
}
