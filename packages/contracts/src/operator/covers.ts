/** Whether a company covers anything. */
import { holdNothing } from '../kit/lists.ts'

type List = readonly string[] | undefined

interface Part {
  readonly buildingIds?: List
  readonly types?: List
  readonly skills?: List
}

/** Whether any work matches the coverage. */
export const coversSome = (coverage: readonly Part[]): boolean =>
  coverage.some(({ buildingIds, types, skills }) => !holdNothing(buildingIds, types, skills))
