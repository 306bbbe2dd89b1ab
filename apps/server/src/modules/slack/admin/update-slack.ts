import type { Input } from '#contracts/kit/endpoint.ts'
import { type SlackChannel, updateSlack } from '#contracts/slack/admin.ts'
import {
  attemptCall,
  languageOf,
  openClient,
  readRoutes,
  replaceRoutes,
  requireApp,
  wordsIn,
} from '#server/modules/slack/app/public.ts'
import {
  lockWorkspace,
  raiseVersion,
  readWorkspace,
  tokenOf,
} from '#server/modules/slack/connection/public.ts'
import type { Platform, StaffContext, TenantContext } from '#server/platform/context.ts'
import { inTenant } from '#server/platform/db/tenant-db.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { auditBefore } from '#server/platform/gate/audit.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serveAsking } from '#server/platform/http/serve.ts'
import { readChannels, requireChannels } from './channels.ts'
import { presentSlack } from './present-slack.ts'

type Body = Input<typeof updateSlack>['body']

interface Asked {
  /** those that the body names */
  readonly channels: ReadonlyMap<string, SlackChannel>
  /** what Slack said to the test message; undefined: none was sent */
  readonly testFault: string | null | undefined
}

const notConnected = () => invalid('routes', 'cannot be set while Slack is not connected')

const readConnection = (platform: Platform, tenantId: string) =>
  inTenant(platform.databases.app, tenantId, 'read', async (transaction) => {
    const ctx = { ...transaction, platform, tenantId } as TenantContext
    const row = await readWorkspace(ctx)
    const token = row?.state === 'CONNECTED' ? tokenOf(ctx, row) : undefined
    if (token === undefined) throw notConnected()
    const [tenant] = await ctx.run<{ locale: string | null }>(
      "select settings -> 'profile' ->> 'locale' as locale from tenant where id = $1",
      [tenantId],
    )
    const routes = await readRoutes(ctx)
    const known = routes.map(({ channel_id: id, channel_name: name }) => [id, { id, name }] as const)
    return { token, language: languageOf(tenant?.locale), known: new Map(known) }
  })

/** Asks Slack about channels that no route has yet, and sends the test message. */
const askSlack = async (
  platform: Platform,
  tenantId: string,
  { body }: { readonly body: Body },
): Promise<Asked> => {
  requireApp(platform)
  const { token, language, known } = await readConnection(platform, tenantId)
  const named = [
    ...body.routes.map(({ channelId }) => channelId),
    ...(body.test ? [body.test.channelId] : []),
  ]
  const asked = named.every((id) => known.has(id))
    ? []
    : requireChannels(await readChannels(platform, tenantId, token))
  const channels = new Map([...known, ...asked.map((channel) => [channel.id, channel] as const)])
  for (const [index, { channelId }] of body.routes.entries())
    if (!channels.has(channelId))
      throw invalid(`body.routes.${index}.channelId`, 'is no channel that the app can see')
  if (!body.test) return { channels, testFault: undefined }
  const { channelId: channel } = body.test
  const client = openClient(platform, token)
  const sent = await attemptCall(() => client.chat.postMessage({ channel, text: wordsIn(language).test }))
  return { channels, testFault: sent.fault?.code ?? null }
}

const requireBuildings = async (ctx: StaffContext, { routes }: Body): Promise<void> => {
  const ids = [...new Set(routes.flatMap(({ buildingIds = [] }) => buildingIds))]
  if (ids.length === 0) return
  const found = await ctx.run('select id from building where tenant_id = $1 and id = any($2::uuid[])', [
    ctx.tenantId,
    ids,
  ])
  if (found.length < ids.length) throw notFound()
}

export default serveAsking(updateSlack)(askSlack, async (ctx, { body }, { channels, testFault }) => {
  const row = await lockWorkspace(ctx)
  if (row?.state !== 'CONNECTED') throw notConnected()
  requireVersion(ctx, row.version)
  auditBefore(ctx, await presentSlack(ctx), ['routes'])
  await requireBuildings(ctx, body)
  await replaceRoutes(ctx, body.routes, channels)
  await raiseVersion(ctx)
  const shown = await presentSlack(ctx)
  return testFault === undefined ? shown : { ...shown, testFault }
})
