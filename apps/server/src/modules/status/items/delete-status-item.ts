import { deleteStatusItem } from '#contracts/status/items.ts'
import { removeItem } from '#server/modules/status/public.ts'
import { serve } from '#server/platform/http/serve.ts'

export default serve(deleteStatusItem)(async (ctx, { params }) => {
  await removeItem(ctx, params.id)
  return { id: params.id }
})
