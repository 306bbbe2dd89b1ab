import { getOperator } from '#contracts/operator.ts'
import { serve } from '#server/platform/http/serve.ts'
import { readHandedOver } from '../duty/handover.ts'
import { readShiftNotes } from '../duty/shift-notes.ts'
import { requireOwn } from './own-operator.ts'
import { readOperator } from './present-operator.ts'

export default serve(getOperator)(async (ctx, { params }) => {
  const operator = await readOperator(ctx, params.id)
  requireOwn(ctx, operator.id)
  return {
    ...operator,
    handedOver: await readHandedOver(ctx, operator.id),
    notes: await readShiftNotes(ctx, operator.id),
  }
})
