import { getSlack } from '#contracts/slack/admin.ts'
import { readWorkspace, tokenOf } from '#server/modules/slack/connection/public.ts'
import { serveOutside } from '#server/platform/http/serve.ts'
import { channelsCalled, readChannels, requireChannels } from './channels.ts'
import { presentSlack } from './present-slack.ts'

export default serveOutside(getSlack)(async (ctx, { query: { channelQ } }) => {
  const shown = await presentSlack(ctx)
  const row = channelQ === undefined ? undefined : await readWorkspace(ctx)
  const token = row && tokenOf(ctx, row)
  const { platform, tenantId } = ctx
  return async () => {
    if (channelQ === undefined) return shown
    if (token === undefined || shown.state !== 'CONNECTED' || !shown.configured)
      return { ...shown, channels: [] }
    const channels = requireChannels(await readChannels(platform, tenantId, token))
    return { ...shown, channels: channelsCalled(channels, channelQ) }
  }
})
