import { createAnnouncement } from '#contracts/super-admin/platform.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { newId } from '#server/platform/ids.ts'
import { change } from '../change.ts'
import { noTenant } from '../in-platform.ts'
import { type AnnouncementRow, announcementColumns, presentAnnouncement } from './announcements.ts'

const longestMs = 30 * 86_400_000
const tenantsText = "select count(*)::int as n from tenant where id = any($1::uuid[]) and state <> 'ERASED'"
const endText = 'update announcement set ends_at = least(ends_at, $2) where id = $1 returning title'
const insertText = `insert into announcement (${announcementColumns}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  returning ${announcementColumns}`

export default serve(createAnnouncement)(async (ctx, { body }) => {
  const { platform, actor, now } = ctx
  const { audience, texts = {}, replaces } = body
  const [from, until] = [body.from ? new Date(body.from) : now, new Date(body.until)]
  if (until.getTime() - now.getTime() > longestMs) throw invalid('body.until', 'must be within 30 days')
  if (until < from && replaces === undefined) throw invalid('body.until', 'must be after its beginning')
  if ('tenantIds' in audience) {
    const { rows } = await platform.databases.worker.query<{ n: number }>(tenantsText, [audience.tenantIds])
    if (rows[0]?.n !== new Set(audience.tenantIds).size) throw notFound()
  }
  return change(ctx, {
    spec: createAnnouncement,
    tenantId: noTenant,
    body,
    run: async ({ run }, tell) => {
      const [former] = replaces === undefined ? [] : await run<{ title: string }>(endText, [replaces, now])
      if (replaces !== undefined && !former) throw notFound()
      const id = newId(now.getTime())
      const [row] = await run<AnnouncementRow>(insertText, [
        id,
        body.kind,
        body.title,
        body.text,
        JSON.stringify(texts),
        JSON.stringify(audience),
        from,
        until,
        now,
        actor.email,
      ])
      if (!row) throw new Error('The insert returned no row')
      tell({
        target: null,
        changes: [{ field: 'announcement', from: former?.title ?? null, to: body.title }],
      })
      return presentAnnouncement(row)
    },
  })
})
