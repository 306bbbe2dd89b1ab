import type { Shifts } from '#contracts/operator/records.ts'
import { setShifts } from '#contracts/operator.ts'
import { invalid } from '#server/platform/errors.ts'
import { auditBefore } from '#server/platform/gate/audit.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import { overlapOf } from '../roster/shifts.ts'
import { lockOperator, readOperator } from './present-operator.ts'

/** Sorts shifts by weekday and exceptions by date. */
const ordered = ({ weekly, exceptions }: Shifts): Shifts => ({
  weekly: weekly.toSorted((a, b) => a.day - b.day || (a.from < b.from ? -1 : 1)),
  exceptions: exceptions.toSorted((a, b) => (a.date < b.date ? -1 : 1)),
})

export default serve(setShifts)(async (ctx, { params, body }) => {
  const before = await lockOperator(ctx, params.id)
  requireVersion(ctx, before.version)
  auditBefore(ctx, await readOperator(ctx, before.id), ['shifts'])
  const shifts = { weekly: body.weekly ?? [], exceptions: body.exceptions ?? [] }
  const overlap = overlapOf(shifts)
  if (overlap) throw invalid('body', `${overlap[0]} overlaps ${overlap[1]}`)
  await ctx.db
    .updateTable('operator')
    .set((eb) => ({
      shifts: JSON.stringify(ordered(shifts)),
      updated_at: ctx.now,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', before.id)
    .execute()
  return readOperator(ctx, before.id)
})
