import { updateStatusItem } from '#contracts/status/items.ts'
import { editItem } from '#server/modules/status/public.ts'
import { serve } from '#server/platform/http/serve.ts'

export default serve(updateStatusItem)((ctx, { params, body }) => editItem(ctx, params.id, body))
