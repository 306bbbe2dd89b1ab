/** What other modules may import. */

export { type Names, nameOfIssue, nameOfType } from './names.ts'
export {
  createBuiltInTypes,
  findTypes,
  issuesByType,
  itemNamesOfTypes,
  namesOfTypes,
  requireTypes,
  type TypeFinder,
  type TypeForVisitors,
  typeForVisitors,
  typeWords,
} from './tenant-types.ts'
