/** Figures of inspections: only those completed in rounds that are SUBMITTED or REVIEWED count. */
import { type Static, Type } from 'typebox'
import { Nullable } from '../kit/nullable.ts'
import { DateOnly, Timestamp } from '../kit/text.ts'
import { Count } from '../records.ts'

const Score = Nullable(Type.Number({ minimum: 0, maximum: 100 }))
const Share = Nullable(Type.Number({ minimum: 0, maximum: 1 }))

export const inspectionFigures = {
  count: Count,
  /** mean score, one decimal; null where none has a score */
  average: Score,
  passed: Count,
  /** passed of all, with its Wilson bounds at 95 % */
  share: Share,
  low: Share,
  high: Share,
  /** the newest of the period; of a mystery visitor at 12:00 of the local day */
  last: Nullable(Type.Object({ at: Timestamp, score: Score, passed: Type.Boolean() })),
}

export const InspectionFigures = Type.Object({
  ...inspectionFigures,
  /** one entry for each day, also without inspections */
  trend: Type.Array(Type.Object({ date: DateOnly, count: Count, average: Score })),
})
export type InspectionFigures = Static<typeof InspectionFigures>
