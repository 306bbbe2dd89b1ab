import { getShareLink } from '#contracts/sharing/links.ts'
import { callerLanguage } from '#server/modules/settings/public.ts'
import { serve } from '#server/platform/http/serve.ts'
import { openView, readView } from '../views/read-view.ts'
import { presentLink, readLink } from './link-row.ts'

export default serve(getShareLink)(async (ctx, { params }) => {
  const opened = await openView(ctx, {}, () => readLink(ctx, params.id))
  const preview = await readView(ctx, opened, await callerLanguage(ctx), false)
  return { ...presentLink(opened.row, ctx.now), preview }
})
