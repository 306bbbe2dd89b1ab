/**
 * Sessions of any subject: one sign-in on one device, as a family of refresh tokens of which one is live. Staff are
 * their `user_id`, every other kind its `subject_id` (decision 0083).
 */
import type { TenantContext } from './context.ts'
import { refreshSeconds, type TokenClaims } from './gate/tokens.ts'
import { newId } from './ids.ts'
import { endSubscriptions } from './push/subscriptions.ts'

/** As the table keeps it. */
export type SessionKind = 'STAFF' | 'SCOUT' | 'ARENA'

/** Tabs may refresh at once: the losers are refused, but the family lives. */
const graceMs = 10_000
/** So long after a refresh whose answer was lost its token may ask once more. */
const lostMs = 24 * 3600_000

const columnOf = (kind: SessionKind): 'user_id' | 'subject_id' =>
  kind === 'STAFF' ? 'user_id' : 'subject_id'

export interface NewSession {
  readonly kind: SessionKind
  readonly subjectId: string
  /** as people call the device */
  readonly device: string
  /** staff: whether the organisation's own sign-in let them in */
  readonly bySso?: boolean
  /** the session that opened it and with which it ends */
  readonly parentId?: string
}

/** @returns the ids that its first pair of tokens carries */
export const openSession = async (
  ctx: TenantContext,
  { kind, subjectId, device, bySso, parentId }: NewSession,
): Promise<Pick<TokenClaims, 'sessionId' | 'tokenId'>> => {
  const [sessionId, tokenId] = [newId(ctx.now.getTime()), newId(ctx.now.getTime())]
  await ctx.db
    .insertInto('session')
    .values({
      tenant_id: ctx.tenantId,
      id: sessionId,
      kind,
      [columnOf(kind)]: subjectId,
      live_token: tokenId,
      by_sso: bySso ?? null,
      parent_id: parentId ?? null,
      device,
      created_at: ctx.now,
      last_used_at: ctx.now,
      expires_at: new Date(ctx.now.getTime() + refreshSeconds * 1000),
    })
    .execute()
  return { sessionId, tokenId }
}

/** Ends sessions of a subject: all of them, one, or all but one. Their tokens are refused at once. @returns how many */
export const endSessions = async (
  ctx: TenantContext,
  { kind, subjectId }: Pick<NewSession, 'kind' | 'subjectId'>,
  which: { only?: string; except?: string } = {},
): Promise<number> => {
  let query = ctx.db
    .updateTable('session')
    .set({ ended_at: ctx.now })
    .where(columnOf(kind), '=', subjectId)
    .where('ended_at', 'is', null)
  if (which.only) query = query.where('id', '=', which.only)
  if (which.except) query = query.where('id', '!=', which.except)
  const ended = await query.returning('id').execute()
  await endSubscriptions(
    ctx,
    ended.map(({ id }) => id),
  )
  ctx.afterCommit(() => ctx.platform.tenantChanged(ctx.tenantId))
  return ended.length
}

/** Whether the subject of a session may go on. */
export interface LiveSubject {
  readonly kind: SessionKind
  /** further tables of the update, for conditions and answers */
  readonly from: string
  /** of session `s`; $1 is the tenant */
  readonly condition: string
  readonly returning: string
}

interface PresentedToken extends Pick<TokenClaims, 'sessionId' | 'tokenId'> {
  readonly subjectId: string
}

/** Spent tokens, with the time in milliseconds, without those whose grace is over. */
const stillSpent = `(select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(s.just_spent) where value::bigint >= $8)`

const liveText = ({ kind, from, condition }: LiveSubject): string =>
  `from ${from} where s.tenant_id = $1 and s.id = $2 and s.kind = '${kind}' and s.ended_at is null and s.expires_at > $5
   and ${condition}`

const isOf = ({ kind }: LiveSubject): string => `s.${columnOf(kind)} = $3`

/** One conditional UPDATE decides who of many gets the next pair. */
const rotate = async <R>(ctx: TenantContext, live: LiveSubject, asked: PresentedToken, next: string) => {
  const now = ctx.now.getTime()
  // guard: refresh-live
  // guard: refresh-user
  const [row] = await ctx.run<R>(
    `update session s set live_token = $4, last_used_at = $5, expires_at = $6,
       just_spent = jsonb_set(${stillSpent}, array[$7::text], $9::jsonb),
       spent_token = $7::uuid, rotated_at = $5, unused_token = $4
     ${liveText(live)} and ${isOf(live)} and s.live_token = $7::uuid
     returning ${live.returning}`,
    [
      ctx.tenantId,
      asked.sessionId,
      asked.subjectId,
      next,
      ctx.now,
      new Date(now + refreshSeconds * 1000),
      asked.tokenId,
      now - graceMs,
      String(now),
    ],
  )
  return row
}

/**
 * A spent token whose answer was lost gets one pair in place of the lost one, which opens nothing from now on. Nothing of
 * that one was ever used, or it was not lost.
 */
const replaceLost = async <R>(ctx: TenantContext, live: LiveSubject, asked: PresentedToken, next: string) => {
  const now = ctx.now.getTime()
  // guard: lost-unused
  // guard: lost-once
  const [row] = await ctx.run<R>(
    `update session s set live_token = $4, last_used_at = $5, expires_at = $6,
       just_spent = jsonb_set(jsonb_set(${stillSpent}, array[$7::text], $9::jsonb), array[s.live_token::text], $9::jsonb),
       lost_token = s.live_token, rotated_at = $5, unused_token = null
     ${liveText(live)} and ${isOf(live)}
       and s.spent_token = $7::uuid and s.unused_token = s.live_token and s.rotated_at < $10 and s.rotated_at >= $11
     returning ${live.returning}`,
    [
      ctx.tenantId,
      asked.sessionId,
      asked.subjectId,
      next,
      ctx.now,
      new Date(now + refreshSeconds * 1000),
      asked.tokenId,
      now - graceMs,
      String(now),
      new Date(now - graceMs),
      new Date(now - lostMs),
    ],
  )
  return row
}

interface Family {
  live_token: string
  just_spent: Record<string, number>
}

/** A spent token that comes back later than its grace may be stolen. */
const isReuse = ({ live_token, just_spent }: Family, tokenId: string, now: Date): boolean => {
  // The live one is refused where its subject is switched off or the family has expired; that is no theft.
  if (live_token === tokenId) return false
  const spentAt = just_spent[tokenId]
  return spentAt === undefined || now.getTime() - spentAt > graceMs
}

export type Rotation<R> =
  | { readonly kind: 'ROTATED'; readonly tokenId: string; readonly row: R }
  /** the caller ends the family */
  | { readonly kind: 'STOLEN' }
  | { readonly kind: 'REFUSED' }

/** The next pair of tokens for a refresh token. Nothing is thrown, so that the end of a stolen family is kept. */
export const rotateSession = async <R>(
  ctx: TenantContext,
  live: LiveSubject,
  asked: PresentedToken,
): Promise<Rotation<R>> => {
  const tokenId = newId(ctx.now.getTime())
  const row =
    (await rotate<R>(ctx, live, asked, tokenId)) ?? (await replaceLost<R>(ctx, live, asked, tokenId))
  if (row) return { kind: 'ROTATED', tokenId, row }
  const [family] = await ctx.run<Family>(
    `select s.live_token, s.just_spent from session s
     where s.tenant_id = $1 and s.id = $2 and s.kind = $4 and ${isOf(live)} and s.ended_at is null for update`,
    [ctx.tenantId, asked.sessionId, asked.subjectId, live.kind],
  )
  return family && isReuse(family, asked.tokenId, ctx.now) ? { kind: 'STOLEN' } : { kind: 'REFUSED' }
}
