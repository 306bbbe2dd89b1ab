/**
 * What players are told, by push alone: thanks, and decisions about their own dispute or reward. Points that are taken
 * back are never pushed.
 */
import { Type } from 'typebox'
import { Id } from '#contracts/kit/text.ts'
import { quietUntil } from '#server/modules/notifications/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { ask, definePush } from '#server/platform/mail/define.ts'
import { channelsFor, readReader } from '#server/platform/mail/members.ts'
import { pushWords } from '#server/platform/push/words.ts'
import { type KudosRow, presentKudos } from './play/kudos.ts'
import { readSettings } from './settings.ts'
import { wordsOf } from './words/words.ts'

const newsKinds = ['KUDOS', 'DISPUTE', 'REDEMPTION'] as const
type NewsKind = (typeof newsKinds)[number]
type Words = ReturnType<typeof pushWords>['words']

const readerText = `select p.user_id from arena_player p where p.tenant_id = $1 and p.id = $2 and p.opted_in`
const playerText = 'select id from arena_player where tenant_id = $1 and user_id = $2 and opted_in'
// Whoever hides or has left is named nowhere.
const kudosText = `select k.* from arena_kudos k
  join arena_player f on f.tenant_id = $1 and f.id = k.from_id and f.opted_in and f.visibility <> 'HIDDEN'
  where k.tenant_id = $1 and k.id = $2 and k.hidden_at is null`
const redemptionText = `select r.title from arena_redemption x
  join arena_reward r on r.tenant_id = $1 and r.id = x.reward_id where x.tenant_id = $1 and x.id = $2`

/** One line, or undefined if it is to be told no more. */
const titleOf = async (
  ctx: TenantContext,
  { kind, id, playerId, userId }: Readonly<Record<'id' | 'playerId' | 'userId', string> & { kind: NewsKind }>,
  words: Words,
): Promise<string | undefined> => {
  if (kind === 'DISPUTE') return words.disputeDecided
  if (kind === 'REDEMPTION') {
    const [row] = await ctx.run<{ title: string }>(redemptionText, [ctx.tenantId, id])
    return row && `${words.reward}: ${row.title}`
  }
  const rows = await ctx.run<KudosRow>(kudosText, [ctx.tenantId, id])
  const [kudos] = await presentKudos(ctx, rows, playerId, await wordsOf(ctx, userId))
  return kudos && `${words.thanks}: ${kudos.from.displayName}`
}

export const arenaNews = definePush({
  name: 'arena-news',
  data: Type.Object({ userId: Id, kind: Type.Enum([...newsKinds]), id: Id }),
  prepare: async (ctx, { userId, kind, id }) => {
    const reader = await readReader(ctx, userId)
    if (!reader || !channelsFor(reader, 'arena')?.push || !(await readSettings(ctx)).enabled) return undefined
    const [player] = await ctx.run<{ id: string }>(playerText, [ctx.tenantId, userId])
    if (!player) return undefined
    const until = reader.quietHours ? quietUntil(reader.quietHours, reader.timeZone, ctx.now) : undefined
    if (until) return { until }
    const { language, words } = pushWords(reader.language)
    const title = await titleOf(ctx, { kind, id, playerId: player.id, userId }, words)
    if (title === undefined) return undefined
    return {
      userId,
      note: { title, body: '', path: '/arena', tag: `arena-${id}`, language, urgent: false },
    }
  },
})

/** In the transaction of the cause. @param playerId who is told; nobody if they have left */
export const tellPlayer = async (
  ctx: TenantContext,
  playerId: string,
  news: { readonly kind: NewsKind; readonly id: string },
): Promise<void> => {
  const [reader] = await ctx.run<{ user_id: string }>(readerText, [ctx.tenantId, playerId])
  if (reader) await ask(ctx, arenaNews, { userId: reader.user_id, ...news })
}
