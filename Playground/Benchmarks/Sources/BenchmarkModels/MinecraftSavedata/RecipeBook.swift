import Foundation
import StructCoding

@Archivable
public struct RecipeBook: Equatable, Codable, Sendable {
  public var recipes: [String]
  public var toBeDisplayed: [String]
  public var isFilteringCraftable: Bool
  public var isGuiOpen: Bool
  public var isFurnaceFilteringCraftable: Bool
  public var isFurnaceGuiOpen: Bool
  public var isBlastingFurnaceFilteringCraftable: Bool
  public var isBlastingFurnaceGuiOpen: Bool
  public var isSmokerFilteringCraftable: Bool
  public var isSmokerGuiOpen: Bool

  public init(
    recipes: [String], toBeDisplayed: [String], isFilteringCraftable: Bool, isGuiOpen: Bool,
    isFurnaceFilteringCraftable: Bool, isFurnaceGuiOpen: Bool,
    isBlastingFurnaceFilteringCraftable: Bool, isBlastingFurnaceGuiOpen: Bool,
    isSmokerFilteringCraftable: Bool, isSmokerGuiOpen: Bool
  ) {
    self.recipes = recipes
    self.toBeDisplayed = toBeDisplayed
    self.isFilteringCraftable = isFilteringCraftable
    self.isGuiOpen = isGuiOpen
    self.isFurnaceFilteringCraftable = isFurnaceFilteringCraftable
    self.isFurnaceGuiOpen = isFurnaceGuiOpen
    self.isBlastingFurnaceFilteringCraftable = isBlastingFurnaceFilteringCraftable
    self.isBlastingFurnaceGuiOpen = isBlastingFurnaceGuiOpen
    self.isSmokerFilteringCraftable = isSmokerFilteringCraftable
    self.isSmokerGuiOpen = isSmokerGuiOpen
  }
}
