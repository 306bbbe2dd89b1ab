/** Creates past links and mailings for the demo. Nobody gets their addresses. */
import type { SharedContent } from '#contracts/reports.ts'
import type { ShareLink, ShareScope } from '#contracts/sharing/links.ts'
import type { MailRefusal } from '#contracts/sharing/mailings.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import { newToken, storeToken } from './links/tokens.ts'
import { trimKind, trimsAt } from './links/trim-log.ts'
import { plan, upcomingOf } from './mailings/mailing-row.ts'

export interface PastLink {
  readonly name: string
  readonly kind: ShareLink['kind']
  readonly scope: ShareScope
  readonly contents: readonly SharedContent[]
  readonly createdAt: Date
  readonly expiresAt: Date | null
  /** times of views, oldest first; a wall without any waits for pairing */
  readonly opened: readonly Date[]
}

/** @param ctx its `now` is the present */
export const storeLink = async (ctx: TenantContext, past: PastLink): Promise<void> => {
  const id = newId(past.createdAt.getTime())
  const token = newToken()
  await ctx.db
    .insertInto('share_link')
    .values({
      tenant_id: ctx.tenantId,
      id,
      kind: past.kind,
      name: past.name,
      scope: JSON.stringify(past.scope),
      contents: [...past.contents],
      expires_at: past.expiresAt,
      views: past.opened.length,
      logged: past.opened.length,
      last_viewed_at: past.opened.at(-1) ?? null,
      token_hash: token.hash,
      created_at: past.createdAt,
      updated_at: past.createdAt,
    })
    .execute()
  await storeToken(ctx, id, token)
  if (past.opened.length > 0)
    await ctx.db
      .insertInto('share_access')
      .values(
        past.opened.map((at) => ({
          tenant_id: ctx.tenantId,
          id: newId(at.getTime()),
          link_id: id,
          at,
          kind: 'OPENED',
        })),
      )
      .execute()
  await ctx.schedule(trimKind, id, trimsAt(ctx.now))
}

export interface PastMailing {
  readonly name: string
  readonly rrule: string
  /** local time in the organisation's zone, for example 2026-11-23T07:00 */
  readonly startsAt: string
  readonly timeZone: string
  readonly contents: readonly SharedContent[]
  readonly createdBy: string
  readonly createdAt: Date
  readonly recipients: readonly { readonly email: string; readonly confirmedAt: Date | null }[]
  /** oldest first */
  readonly sendings: readonly {
    readonly at: Date
    readonly from: string
    readonly to: string
    readonly recipients: number
    readonly refused: MailRefusal | null
  }[]
}

/** @param ctx its `now` is the present */
export const storeMailing = async (ctx: TenantContext, past: PastMailing): Promise<void> => {
  const id = newId(past.createdAt.getTime())
  const { rrule, startsAt, timeZone } = past
  const upcoming = upcomingOf({ rrule, startsAt, timeZone }, false, ctx.now)
  await ctx.db
    .insertInto('mailing')
    .values({
      tenant_id: ctx.tenantId,
      id,
      name: past.name,
      contents: [...past.contents],
      rrule,
      starts_at: startsAt,
      time_zone: timeZone,
      follows_zone: true,
      period: 'LAST_7_DAYS',
      format: 'MAIL',
      language: 'en',
      ...upcoming,
      last_sent_at: past.sendings.at(-1)?.at ?? null,
      created_by: past.createdBy,
      created_at: past.createdAt,
      updated_at: past.createdAt,
    })
    .execute()
  await ctx.db
    .insertInto('mailing_recipient')
    .values(
      past.recipients.map(({ email, confirmedAt }) => ({
        tenant_id: ctx.tenantId,
        id: newId(past.createdAt.getTime()),
        mailing_id: id,
        email,
        asked_at: past.createdAt,
        confirmed_at: confirmedAt,
      })),
    )
    .execute()
  await ctx.db
    .insertInto('mailing_sending')
    .values(
      past.sendings.map(({ at, from, to, recipients, refused }) => ({
        tenant_id: ctx.tenantId,
        id: newId(at.getTime()),
        mailing_id: id,
        at,
        period_from: from,
        period_to: to,
        recipients,
        delivered: recipients - (refused === null ? 0 : 1),
        refused: refused === null ? 0 : 1,
        reasons: JSON.stringify(refused === null ? {} : { [refused]: 1 }),
      })),
    )
    .execute()
  await plan(ctx, id, upcoming.next_at)
}
