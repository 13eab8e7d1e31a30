import BenchmarkModels

extension Dataset where Value == OneField {
  static var oneField: Dataset { Dataset(name: "1 field", value: OneField(17)) }
}

extension Dataset where Value == TenFields {
  static var tenFields: Dataset { Dataset(name: "10 fields", value: TenFields(17)) }
}

extension Dataset where Value == HundredFields {
  static var hundredFields: Dataset { Dataset(name: "100 fields", value: HundredFields(17)) }
}
