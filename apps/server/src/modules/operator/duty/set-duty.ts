import type { Static } from 'typebox'
import type { DutyInput, DutyState } from '#contracts/operator/records.ts'
import { setDuty } from '#contracts/operator.ts'
import type { TaskRow } from '#server/modules/tasks/public.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { presentHandedBack } from '../handed-back.ts'
import { isOwn, requireOwn } from '../operators/own-operator.ts'
import { lockOperator, readOperator } from '../operators/present-operator.ts'
import { dutyEnds } from './end-duty.ts'
import { forgetHandedOver, handOver, readHandedOver, takeBack } from './handover.ts'
import { leaveNote, markRead, readShiftNotes } from './shift-notes.ts'

type Locked = Awaited<ReturnType<typeof lockOperator>>
type Told = Static<typeof DutyInput>

/** @throws ServiceError VALIDATION_ERROR for what does not go together */
const check = (
  ctx: StaffContext,
  before: Locked,
  { state, until, takeBack, note, readNotes }: Told,
): void => {
  if (before.state === 'INACTIVE') throw invalid('id', 'this operator is inactive')
  if (state === undefined && !readNotes) throw invalid('body.state', 'is needed unless notes were read')
  if (state === undefined && until) throw invalid('body.until', 'goes with a state only')
  if (until && new Date(until) <= ctx.now) throw invalid('body.until', 'is not later than now')
  if (takeBack && state !== 'ON') throw invalid('body.takeBack', 'goes with ON only')
  if (note && state !== 'OFF') throw invalid('body.note', 'goes with OFF only')
  if ((note || readNotes) && !isOwn(ctx, before.id))
    throw invalid(note ? 'body.note' : 'body.readNotes', 'only the operator may do this')
}

/** @returns tasks that came back */
const tell = async (
  ctx: StaffContext,
  before: Locked,
  state: DutyState,
  { until: end, takeBack: asksBack }: Told,
): Promise<TaskRow[]> => {
  const until = end ? new Date(end) : null
  const wasAbsent = before.duty === 'ABSENT' && (before.duty_until === null || before.duty_until > ctx.now)
  await ctx.db
    .updateTable('operator')
    .set((eb) => ({
      duty: state,
      duty_at: ctx.now,
      duty_until: until,
      updated_at: ctx.now,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', before.id)
    .execute()
  if (until === null) await ctx.cancel(dutyEnds, before.id)
  else await ctx.at(dutyEnds, before.id, until)
  if (state === 'ABSENT') {
    if (!wasAbsent) await forgetHandedOver(ctx, before.id)
    await handOver(ctx, before)
    return []
  }
  return asksBack ? takeBack(ctx, before) : []
}

export default serve(setDuty)(async (ctx, { params, body }) => {
  const before = await lockOperator(ctx, params.id)
  requireOwn(ctx, before.id)
  check(ctx, before, body)
  const takenBack = body.state ? await tell(ctx, before, body.state, body) : []
  if (body.note) await leaveNote(ctx, before.id, body.note)
  if (body.readNotes) await markRead(ctx, before.id, body.readNotes)
  return {
    ...(await readOperator(ctx, before.id)),
    handedOver: await readHandedOver(ctx, before.id),
    notes: await readShiftNotes(ctx, before.id),
    takenBack: await presentHandedBack(ctx, takenBack),
  }
})
