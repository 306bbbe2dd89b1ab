/** What staff are told of the platform with `GET /api/auth/me`: its announcements, and that support is reading. */
import type { Me } from '#contracts/auth.ts'
import { type FlagKey, flags } from '#contracts/flags.ts'
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import type { StaffContext } from './context.ts'
import { supportAllowed } from './gate/support-principals.ts'

/** The newest first; a reader sees no more than five. */
const announcementsText = `select id, kind, title, body, texts, ends_at from announcement
  where ends_at > $1 and starts_at <= $1 and (audience ? 'all' or audience -> 'plans' ? $2 or audience -> 'tenantIds' ? $3)
  order by created_at desc, id desc limit 5`

interface AnnouncementRow {
  id: string
  kind: Me['announcements'][number]['kind']
  title: string
  body: string
  texts: Partial<Record<VisitorLanguage, { title: string; text: string }>>
  ends_at: Date
}

/** In the reader's language where there are texts of it. */
export const announcementsFor = async (
  ctx: StaffContext,
  language: VisitorLanguage,
): Promise<Me['announcements']> => {
  const rows = await ctx.run<AnnouncementRow>(announcementsText, [ctx.now, ctx.tenant.plan, ctx.tenantId])
  return rows.map(({ id, kind, title, body, texts, ends_at }) => ({
    id,
    kind,
    title,
    text: body,
    ...texts[language],
    until: ends_at.toISOString(),
  }))
}

const supportText = `select a.opened_at, a.until, a.reason from support_access a join tenant t on t.id = a.tenant_id
  where a.tenant_id = $1 and a.ended_at is null and a.until > $2 and ${supportAllowed} order by a.opened_at desc limit 1`

/** Null for technicians. */
export const supportIn = async (ctx: StaffContext): Promise<Me['support']> => {
  const { actor } = ctx
  if (actor.kind === 'USER' && actor.roles.every((role) => role === 'TECHNICIAN')) return null
  const [row] = await ctx.run<{ opened_at: Date; until: Date; reason: string }>(supportText, [
    ctx.tenantId,
    ctx.now,
  ])
  return row
    ? { startedAt: row.opened_at.toISOString(), until: row.until.toISOString(), reason: row.reason }
    : null
}

export const flagsOf = ({ platform, tenant }: StaffContext): string[] =>
  (Object.keys(flags) as FlagKey[]).filter((key) => platform.flags.isOn(key, tenant))
