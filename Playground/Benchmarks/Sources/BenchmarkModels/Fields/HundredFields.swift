import Foundation
import StructCoding

/// A value of a hundred fields.
@Archivable
public struct HundredFields: Equatable, Codable, Sendable {
  public var count1: Int
  public var share1: Double
  public var title1: String
  public var isOpen1: Bool
  public var opened1: Date
  public var count2: Int
  public var share2: Double
  public var title2: String
  public var isOpen2: Bool
  public var opened2: Date
  public var count3: Int
  public var share3: Double
  public var title3: String
  public var isOpen3: Bool
  public var opened3: Date
  public var count4: Int
  public var share4: Double
  public var title4: String
  public var isOpen4: Bool
  public var opened4: Date
  public var count5: Int
  public var share5: Double
  public var title5: String
  public var isOpen5: Bool
  public var opened5: Date
  public var count6: Int
  public var share6: Double
  public var title6: String
  public var isOpen6: Bool
  public var opened6: Date
  public var count7: Int
  public var share7: Double
  public var title7: String
  public var isOpen7: Bool
  public var opened7: Date
  public var count8: Int
  public var share8: Double
  public var title8: String
  public var isOpen8: Bool
  public var opened8: Date
  public var count9: Int
  public var share9: Double
  public var title9: String
  public var isOpen9: Bool
  public var opened9: Date
  public var count10: Int
  public var share10: Double
  public var title10: String
  public var isOpen10: Bool
  public var opened10: Date
  public var count11: Int
  public var share11: Double
  public var title11: String
  public var isOpen11: Bool
  public var opened11: Date
  public var count12: Int
  public var share12: Double
  public var title12: String
  public var isOpen12: Bool
  public var opened12: Date
  public var count13: Int
  public var share13: Double
  public var title13: String
  public var isOpen13: Bool
  public var opened13: Date
  public var count14: Int
  public var share14: Double
  public var title14: String
  public var isOpen14: Bool
  public var opened14: Date
  public var count15: Int
  public var share15: Double
  public var title15: String
  public var isOpen15: Bool
  public var opened15: Date
  public var count16: Int
  public var share16: Double
  public var title16: String
  public var isOpen16: Bool
  public var opened16: Date
  public var count17: Int
  public var share17: Double
  public var title17: String
  public var isOpen17: Bool
  public var opened17: Date
  public var count18: Int
  public var share18: Double
  public var title18: String
  public var isOpen18: Bool
  public var opened18: Date
  public var count19: Int
  public var share19: Double
  public var title19: String
  public var isOpen19: Bool
  public var opened19: Date
  public var count20: Int
  public var share20: Double
  public var title20: String
  public var isOpen20: Bool
  public var opened20: Date

  /// Creates a value whose fields follow from a number.
  public init(_ number: Int) {
    count1 = number + 0
    share1 = Double(number) / 4
    title1 = "field 2 of value \(number)"
    isOpen1 = number % 4 == 0
    opened1 = Date(timeIntervalSinceReferenceDate: 800_000_000 + Double(number + 4) / 4)
    count2 = number + 5000
    share2 = Double(number) / 9
    title2 = "field 7 of value \(number)"
    isOpen2 = number % 9 == 0
    opened2 = Date(timeIntervalSinceReferenceDate: 800_000_000 + Double(number + 9) / 4)
    count3 = number + 10000
    share3 = Double(number) / 14
    title3 = "field 12 of value \(number)"
    isOpen3 = number % 14 == 0
    opened3 = Date(timeIntervalSinceReferenceDate: 800_000_000 + Double(number + 14) / 4)
    count4 = number + 15000
    share4 = Double(number) / 19
    title4 = "field 17 of value \(number)"
    isOpen4 = number % 19 == 0
    opened4 = Date(timeIntervalSinceReferenceDate: 800_000_000 + Double(number + 19) / 4)
    count5 = number + 20000
    share5 = Double(number) / 24
    title5 = "field 22 of value \(number)"
    isOpen5 = number % 24 == 0
    opened5 = Date(timeIntervalSinceReferenceDate: 800_000_000 + Double(number + 24) / 4)
    count6 = number + 25000
    share6 = Double(number) / 29
    title6 = "field 27 of value \(number)"
    isOpen6 = number % 29 == 0
    opened6 = Date(timeIntervalSinceReferenceDate: 800_000_000 + Double(number + 29) / 4)
    count7 = number + 30000
    share7 = Double(number) / 34
    title7 = "field 32 of value \(number)"
    isOpen7 = number % 34 == 0
    opened7 = Date(timeIntervalSinceReferenceDate: 800_000_000 + Double(number + 34) / 4)
    count8 = number + 35000
    share8 = Double(number) / 39
    title8 = "field 37 of value \(number)"
    isOpen8 = number % 39 == 0
    opened8 = Date(timeIntervalSinceReferenceDate: 800_000_000 + Double(number + 39) / 4)
    count9 = number + 40000
    share9 = Double(number) / 44
    title9 = "field 42 of value \(number)"
    isOpen9 = number % 44 == 0
    opened9 = Date(timeIntervalSinceReferenceDate: 800_000_000 + Double(number + 44) / 4)
    count10 = number + 45000
    share10 = Double(number) / 49
    title10 = "field 47 of value \(number)"
    isOpen10 = number % 49 == 0
    opened10 = Date(timeIntervalSinceReferenceDate: 800_000_000 + Double(number + 49) / 4)
    count11 = number + 50000
    share11 = Double(number) / 54
    title11 = "field 52 of value \(number)"
    isOpen11 = number % 54 == 0
    opened11 = Date(timeIntervalSinceReferenceDate: 800_000_000 + Double(number + 54) / 4)
    count12 = number + 55000
    share12 = Double(number) / 59
    title12 = "field 57 of value \(number)"
    isOpen12 = number % 59 == 0
    opened12 = Date(timeIntervalSinceReferenceDate: 800_000_000 + Double(number + 59) / 4)
    count13 = number + 60000
    share13 = Double(number) / 64
    title13 = "field 62 of value \(number)"
    isOpen13 = number % 64 == 0
    opened13 = Date(timeIntervalSinceReferenceDate: 800_000_000 + Double(number + 64) / 4)
    count14 = number + 65000
    share14 = Double(number) / 69
    title14 = "field 67 of value \(number)"
    isOpen14 = number % 69 == 0
    opened14 = Date(timeIntervalSinceReferenceDate: 800_000_000 + Double(number + 69) / 4)
    count15 = number + 70000
    share15 = Double(number) / 74
    title15 = "field 72 of value \(number)"
    isOpen15 = number % 74 == 0
    opened15 = Date(timeIntervalSinceReferenceDate: 800_000_000 + Double(number + 74) / 4)
    count16 = number + 75000
    share16 = Double(number) / 79
    title16 = "field 77 of value \(number)"
    isOpen16 = number % 79 == 0
    opened16 = Date(timeIntervalSinceReferenceDate: 800_000_000 + Double(number + 79) / 4)
    count17 = number + 80000
    share17 = Double(number) / 84
    title17 = "field 82 of value \(number)"
    isOpen17 = number % 84 == 0
    opened17 = Date(timeIntervalSinceReferenceDate: 800_000_000 + Double(number + 84) / 4)
    count18 = number + 85000
    share18 = Double(number) / 89
    title18 = "field 87 of value \(number)"
    isOpen18 = number % 89 == 0
    opened18 = Date(timeIntervalSinceReferenceDate: 800_000_000 + Double(number + 89) / 4)
    count19 = number + 90000
    share19 = Double(number) / 94
    title19 = "field 92 of value \(number)"
    isOpen19 = number % 94 == 0
    opened19 = Date(timeIntervalSinceReferenceDate: 800_000_000 + Double(number + 94) / 4)
    count20 = number + 95000
    share20 = Double(number) / 99
    title20 = "field 97 of value \(number)"
    isOpen20 = number % 99 == 0
    opened20 = Date(timeIntervalSinceReferenceDate: 800_000_000 + Double(number + 99) / 4)
  }
}
