/// An array under the other name of its element type.
///
/// For `decodeArray(of:from:)`, where `Element` and `Wanted` are always the same type.
func sameArray<Element, Wanted>(_ values: [Element]) -> [Wanted] {
  precondition(
    Element.self == Wanted.self, "decodeArray(of:from:) was asked for \(Wanted.self) by \(Element.self)")
  // SAFETY: the two types were just found to be the same one. A checked cast costs a search for each array read.
  return unsafe unsafeBitCast(values, to: [Wanted].self)
}
