import type { Static } from 'typebox'
import type { DutyInput, DutyState } from '#contracts/operator/records.ts'
import { setDuty } from '#contracts/operator.ts'
import type { TaskRow } from '#server/modules/tasks/public.ts'
import { clampTime, toServerTime } from '#server/platform/client-time.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { lockScheduledJobs } from '#server/platform/work/lock-scheduled-jobs.ts'
import { isOwn, requireOwn } from '../operators/own-operator.ts'
import { lockOperator, readOperator } from '../operators/present-operator.ts'
import { presentHandedBack } from '../present-unassigned.ts'
import { dutyEnds } from './end-duty.ts'
import { deleteHandover, handOver, lockAbsences, readHandedOver, takeBack } from './handover.ts'
import { leaveNote, markRead, readShiftNotes } from './shift-notes.ts'

type LockedOperator = Awaited<ReturnType<typeof lockOperator>>
type DutyChange = Static<typeof DutyInput>

/** @throws ServiceError VALIDATION_ERROR for contradicting fields */
const check = (
  ctx: StaffContext,
  before: LockedOperator,
  { state, until, takeBack, note, at, readNotes }: DutyChange,
): void => {
  if (before.state === 'INACTIVE') throw invalid('id', 'this operator is inactive')
  if (state === undefined && !readNotes) throw invalid('body.state', 'is required unless notes were read')
  if (state === undefined && until) throw invalid('body.until', 'is allowed with a state only')
  if (until && new Date(until) <= ctx.now) throw invalid('body.until', 'must be in the future')
  if (takeBack && (state === undefined || state === 'ABSENT'))
    throw invalid('body.takeBack', 'is allowed with ON, OFF and BREAK only')
  if (note && state !== 'OFF') throw invalid('body.note', 'is allowed with OFF only')
  if (at && state !== 'OFF') throw invalid('body.at', 'is allowed with OFF only')
  if ((note || readNotes) && !isOwn(ctx, before.id))
    throw invalid(note ? 'body.note' : 'body.readNotes', 'only the operator may do this')
}

const isAbsent = ({ now }: StaffContext, { duty, duty_until: until }: LockedOperator): boolean =>
  duty === 'ABSENT' && (until === null || until > now)

/** A late end of shift does not override newer duty or an absence: it was sent without knowing of them. */
const isOvertaken = (ctx: StaffContext, before: LockedOperator, at: Date): boolean =>
  (before.duty_at !== null && before.duty_at > at) || isAbsent(ctx, before)

/** @param at time of the change @returns tasks that were returned */
const storeDuty = async (
  ctx: StaffContext,
  before: LockedOperator,
  state: DutyState,
  { until: end, takeBack: asksBack }: DutyChange,
  at: Date,
): Promise<TaskRow[]> => {
  const until = end ? new Date(end) : null
  const wasAbsent = isAbsent(ctx, before)
  await ctx.db
    .updateTable('operator')
    .set((eb) => ({
      duty: state,
      // A late end of shift keeps its own time, so that the shift after it applies even if it has started.
      duty_at: at,
      duty_until: until,
      updated_at: ctx.now,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', before.id)
    .execute()
  if (until === null) await ctx.cancel(dutyEnds, before.id)
  else await ctx.schedule(dutyEnds, before.id, until)
  if (state === 'ABSENT') {
    if (!wasAbsent) await deleteHandover(ctx, before.id)
    await handOver(ctx, before)
    return []
  }
  return asksBack ? takeBack(ctx, before) : []
}

export default serve(setDuty)(async (ctx, { params, query, body }) => {
  if (body.state === 'ABSENT' || body.takeBack) await lockAbsences(ctx)
  if (body.state !== undefined) await lockScheduledJobs(ctx, dutyEnds, [params.id])
  const before = await lockOperator(ctx, params.id)
  requireOwn(ctx, before.id)
  check(ctx, before, body)
  const late = body.at === undefined ? undefined : toServerTime(body.at, query.sentAt, ctx.now)
  const at = clampTime(late, before.created_at, ctx.now)
  const { state } = late && isOvertaken(ctx, before, at) ? {} : body
  const takenBack = state ? await storeDuty(ctx, before, state, body, at) : []
  if (body.note) await leaveNote(ctx, before.id, body.note)
  if (body.readNotes) await markRead(ctx, before.id, body.readNotes)
  return {
    ...(await readOperator(ctx, before.id)),
    handedOver: await readHandedOver(ctx, before.id),
    notes: await readShiftNotes(ctx, before.id),
    takenBack: await presentHandedBack(ctx, takenBack),
  }
})
