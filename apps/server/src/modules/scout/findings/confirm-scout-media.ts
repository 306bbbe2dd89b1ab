import { confirmScoutMedia } from '#contracts/scout/phone/findings.ts'
import { readScout } from '#server/modules/scout/own/public.ts'
import { imagesOfUploads } from '#server/modules/uploads/public.ts'
import { serve } from '#server/platform/http/serve.ts'
import { confirm } from './confirm-media.ts'

export default serve(confirmScoutMedia)(async (ctx, { params, body }) => {
  await confirm(ctx, await readScout(ctx), params.id, body)
  const image = (await imagesOfUploads(ctx, [params.id])).get(params.id) ?? null
  return { id: params.id, state: image ? 'STORED' : 'WAITING', image } as const
})
