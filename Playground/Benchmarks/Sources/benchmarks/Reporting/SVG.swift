import Foundation

/// A drawing: elements with positions in points, from the left and the top.
struct SVG {
  enum Anchor: String {
    case start, middle, end
  }

  private let width: Double
  private let height: Double
  private var elements: [String] = []

  init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  mutating func text(
    _ text: String, _ x: Double, _ y: Double, style: String = "", anchor: Anchor = .start
  ) {
    let place = anchor == .start ? "" : " text-anchor=\"\(anchor.rawValue)\""
    elements.append(
      "<text\(style.asClass) x=\"\(x.asCoordinate)\" y=\"\(y.asCoordinate)\"\(place)>\(text.escaped)</text>")
  }

  mutating func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, style: String) {
    let (x1, y1, x2, y2) = (x1.asCoordinate, y1.asCoordinate, x2.asCoordinate, y2.asCoordinate)
    elements.append("<line\(style.asClass) x1=\"\(x1)\" y1=\"\(y1)\" x2=\"\(x2)\" y2=\"\(y2)\"/>")
  }

  mutating func circle(_ x: Double, _ y: Double, radius: Double, style: String) {
    let place = "cx=\"\(x.asCoordinate)\" cy=\"\(y.asCoordinate)\""
    elements.append("<circle\(style.asClass) \(place) r=\"\(radius.asCoordinate)\"/>")
  }

  mutating func rectangle(
    _ x: Double, _ y: Double, width: Double, height: Double, radius: Double = 0, style: String
  ) {
    let place = "x=\"\(x.asCoordinate)\" y=\"\(y.asCoordinate)\""
    let size = "width=\"\(width.asCoordinate)\" height=\"\(height.asCoordinate)\""
    elements.append("<rect\(style.asClass) \(place) \(size) rx=\"\(radius.asCoordinate)\"/>")
  }

  /// The file: one image to whom reads the screen, with a title and what it says.
  func document(title: String, description: String, style: String) -> String {
    let (width, height) = (width.asCoordinate, height.asCoordinate)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" \
      width="\(width)" height="\(height)" role="img" aria-labelledby="title description">
      <title id="title">\(title.escaped)</title>
      <desc id="description">\(description.escaped)</desc>
      <style>
      \(style)
      </style>
      \(elements.joined(separator: "\n"))
      </svg>

      """
  }
}

extension Double {
  fileprivate var asCoordinate: String {
    self == rounded() ? String(Int(self)) : String(format: "%.1f", self)
  }
}

extension String {
  fileprivate var asClass: String { isEmpty ? "" : " class=\"\(self)\"" }

  fileprivate var escaped: String {
    replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
