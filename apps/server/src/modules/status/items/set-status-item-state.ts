import { setStatusItemState } from '#contracts/status/items.ts'
import { setItemState } from '#server/modules/status/public.ts'
import { invalid } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'

export default serve(setStatusItemState)((ctx, { params, body }) => {
  const expectedEnd = body.expectedEnd ? new Date(body.expectedEnd) : null
  if (expectedEnd !== null && expectedEnd <= ctx.now)
    throw invalid('body.expectedEnd', 'must be in the future')
  const works = body.state === 'OPERATIONAL'
  return setItemState(ctx, params.id, {
    state: body.state,
    note: body.note ? body.note : null,
    // A working item has no expected end.
    expectedEnd: works ? null : expectedEnd,
  })
})
