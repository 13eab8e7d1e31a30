internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation
internal import SystemValues

// Objects of AppKit and UIKit, as their types make new ones. Types refuse nearly every other object.

extension ArchivedColor: ArbitraryMade {
  static func made(by decoder: inout ArbitraryDecoder) -> ArchivedColor {
    func share() -> Double { Double(decoder.random.below(256)) / 255 }
    let kit = decoder.kit()
    return decoder.random.oneIn(2)
      ? ArchivedColor(red: share(), green: share(), blue: share(), alpha: share(), kit: kit)
      : ArchivedColor(white: share(), kit: kit)
  }
}

extension ArchivedFont: ArbitraryMade {
  static func made(by decoder: inout ArbitraryDecoder) -> ArchivedFont {
    let size = Double(decoder.random.below(200)) / 2 + 0.25
    return ArchivedFont(name: ArbitraryScalars.string(&decoder.random), size: size, kit: decoder.kit())
  }
}

extension ArchivedParagraphStyle: ArbitraryMade {
  static func made(by decoder: inout ArbitraryDecoder) -> ArchivedParagraphStyle {
    func points() -> Double { Double(decoder.random.below(100)) / 4 }
    return ArchivedParagraphStyle(
      alignment: decoder.random.below(5), lineSpacing: points(), paragraphSpacing: points(),
      firstLineHeadIndent: points(), tailIndent: -points(),
      tabStops: decoder.random.oneIn(3) ? [points(), points()] : nil)
  }
}

extension ArchivedAttributedString: ArbitraryMade {
  static func made(by decoder: inout ArbitraryDecoder) -> ArchivedAttributedString {
    ArchivedAttributedString(
      (0..<decoder.random.below(4)).map { _ in
        (ArbitraryScalars.string(&decoder.random), decoder.attributes())
      })
  }
}

#if canImport(AppKit) || !canImport(ObjectiveC)
  extension NSEdgeInsets: ArbitraryMade {
    static func made(by decoder: inout ArbitraryDecoder) -> NSEdgeInsets {
      func points() -> CGFloat { ArbitraryScalars.points(&decoder.random) }
      return NSEdgeInsets(top: points(), left: points(), bottom: points(), right: points())
    }
  }
#endif

extension ArbitraryDecoder {
  /// A class library.
  fileprivate mutating func kit() -> ArchivedColor.Kit { random.oneIn(2) ? .appKit : .uiKit }

  /// The attributes of a run.
  fileprivate mutating func attributes() -> ArchivedAttributedString.Attributes {
    var attributes = ArchivedAttributedString.Attributes(
      font: random.oneIn(3) ? ArchivedFont.made(by: &self) : nil,
      foregroundColor: random.oneIn(3) ? ArchivedColor.made(by: &self) : nil,
      paragraphStyle: random.oneIn(3) ? ArchivedParagraphStyle.made(by: &self) : nil,
      link: random.oneIn(4) ? ArbitraryScalars.string(&random) : nil)
    if random.oneIn(4) { attributes["arbitrary"] = .integer(ArbitraryScalars.integer(&random)) }
    return attributes
  }

  /// Any object.
  mutating func foreignObject() -> ArchiveNode {
    switch random.below(4) {
    case 0: return ArchivedColor.made(by: &self).object.node
    case 1: return ArchivedFont.made(by: &self).object.node
    case 2: return ArchivedParagraphStyle.made(by: &self).object.node
    default:
      var fields = ArchiveNode.Fields(className: "Arbitrary")
      fields["text"] = .string(ArbitraryScalars.string(&random))
      fields["number"] = .integer(ArbitraryScalars.integer(&random))
      return .record(fields)
    }
  }
}
