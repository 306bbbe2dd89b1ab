import { setDuty } from '#contracts/operator.ts'
import type { TaskRow } from '#server/modules/tasks/public.ts'
import { invalid } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { presentHandedBack } from '../handed-back.ts'
import { requireOwn } from '../operators/own-operator.ts'
import { lockOperator, readOperator } from '../operators/present-operator.ts'
import { dutyEnds } from './end-duty.ts'
import { forgetHandedOver, handOver, readHandedOver, takeBack } from './handover.ts'

export default serve(setDuty)(async (ctx, { params, body }) => {
  const before = await lockOperator(ctx, params.id)
  requireOwn(ctx, before.id)
  if (before.state === 'INACTIVE') throw invalid('id', 'this operator is inactive')
  const until = body.until ? new Date(body.until) : null
  if (until !== null && until <= ctx.now) throw invalid('body.until', 'is not later than now')
  if (body.takeBack && body.state !== 'ON') throw invalid('body.takeBack', 'goes with ON only')
  const wasAbsent = before.duty === 'ABSENT' && (before.duty_until === null || before.duty_until > ctx.now)
  await ctx.db
    .updateTable('operator')
    .set((eb) => ({
      duty: body.state,
      duty_at: ctx.now,
      duty_until: until,
      updated_at: ctx.now,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', before.id)
    .execute()
  if (until === null) await ctx.cancel(dutyEnds, before.id)
  else await ctx.at(dutyEnds, before.id, until)
  let takenBack: TaskRow[] = []
  if (body.state === 'ABSENT') {
    if (!wasAbsent) await forgetHandedOver(ctx, before.id)
    await handOver(ctx, before)
  } else if (body.takeBack) takenBack = await takeBack(ctx, before)
  return {
    ...(await readOperator(ctx, before.id)),
    handedOver: await readHandedOver(ctx, before.id),
    takenBack: presentHandedBack(takenBack),
  }
})
