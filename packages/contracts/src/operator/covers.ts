/** Whether a company looks after anything. */
import { holdNothing } from '../kit/lists.ts'
import type { CoveragePart } from './records.ts'

/** Whether there is any work that the coverage holds. */
export const coversSome = (coverage: readonly CoveragePart[]): boolean =>
  coverage.some(({ buildingIds, types, skills }) => !holdNothing(buildingIds, types, skills))
