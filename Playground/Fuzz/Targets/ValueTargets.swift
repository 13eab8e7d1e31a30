import Foundation
import StructCoding

// Bytes that are read as values of types: columns, keyed archives, FastCoding files, documents written by hand.

extension FuzzTarget {
  private static func values(
    _ name: String, _ about: String, _ models: [Model], _ road: Model.Road, _ tokens: [Token]
  ) -> FuzzTarget {
    FuzzTarget(
      name: name, about: about, tokens: tokens, seeds: { try Model.seeds(models, road) },
      run: { try Model.read($0, of: models, on: road) })
  }

  static let columns = values(
    "columns", "column archives as values of types", Model.values, .columns, Tokens.columns)
  static let columnNodes = values(
    "column-nodes", "column archives as nodes, and those as values", Model.values, .columnNodes,
    Tokens.columns)
  static let incompleteColumns = values(
    "columns-incomplete", "column archives that may lack their end", Model.values, .incompleteColumns,
    Tokens.columns)
  static let columnInstances = values(
    "column-instances", "column archives as graphs of instances", Model.instances, .columns, Tokens.columns)
  static let keyed = values("keyed", "keyed archives as values of types", Model.values, .keyed, Tokens.keyed)
  static let keyedInstances = values(
    "keyed-instances", "keyed archives as graphs of instances", Model.instances, .keyed, Tokens.keyed)
  static let keyedXML = values(
    "keyed-xml", "keyed archives in XML as values of types", Model.values, .xml, Tokens.xml)
  static let keyedNodes = values(
    "keyed-nodes", "keyed archives as nodes, and those as values", Model.values, .keyedNodes, Tokens.keyed)
  static let fastCoding = values(
    "fastcoding", "FastCoding files as values of types", Model.values + Model.instances, .fastCoding,
    Tokens.fastCoding)
  static let bootstrap = values(
    "bootstrap", "documents with $class and $alias as values of types", Model.values + Model.instances,
    .bootstrap, Tokens.json)
}
