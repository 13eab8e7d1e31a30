import Foundation

/// The date so many seconds after the first of January 2001.
public func date(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }
