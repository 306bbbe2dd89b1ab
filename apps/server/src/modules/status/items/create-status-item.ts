import { createStatusItem } from '#contracts/status/items.ts'
import { addItem } from '#server/modules/status/public.ts'
import { serve } from '#server/platform/http/serve.ts'

export default serve(createStatusItem)((ctx, { params, body }) => addItem(ctx, params.id, body))
