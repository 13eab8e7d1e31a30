import Foundation
import StructCoding

// What is inside of `#if canImport(ObjectiveC)` is parsed on Linux, and type-checked by `.ci/apple`.

// SAMPLE model

#if canImport(ObjectiveC)
  // SAMPLE protocol

  // SAMPLE service

  // SAMPLE client
#endif
