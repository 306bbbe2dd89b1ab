/** The arena of the demo: a season in its fifth week, two teams of players, kudos, a reward and a dispute. */
import { type Avatar, defaultCaps, defaultWeights } from '#contracts/arena/records.ts'
import { foldedAlias } from '#server/modules/arena/players.ts'
import { insertMovement } from '#server/modules/arena/points/entries.ts'
import { settleTask } from '#server/modules/arena/points/settle-task.ts'
import { seasonKind } from '#server/modules/arena/seasons/move-season.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import type { DemoIds } from './jobs-to-tasks.ts'

const day = 24 * 3_600_000
/** In the middle of the fifth week. */
const startedBefore = 31 * day
const lasts = 70 * day

interface DemoPlayer {
  readonly key: string
  readonly alias: string
  readonly avatar: Avatar
}

// Six without a company, and three of the campus team, who are too few to be shown as a team.
const demoPlayers: readonly DemoPlayer[] = [
  { key: 'admin', alias: 'Calm Heron 21', avatar: 'BIRD' },
  { key: 'jonas', alias: 'Night Watch', avatar: 'OWL' },
  { key: 'lucia', alias: 'Golden Otter 47', avatar: 'SUN' },
  { key: 'piotr', alias: 'Steady Badger 12', avatar: 'TREE' },
  { key: 'mei', alias: 'Quiet Fox 64', avatar: 'CAT' },
  { key: 'samuel', alias: 'Lucky Finch 80', avatar: 'FISH' },
  { key: 'technician', alias: 'Silver Lynx 33', avatar: 'COMPASS' },
  { key: 'derya', alias: 'Keen Falcon 15', avatar: 'ROCKET' },
  { key: 'henrik', alias: 'Merry Seal 58', avatar: 'ANCHOR' },
]

const demoKudos = [
  ['piotr', 'lucia', 'HELPED', 'Took over the second floor when my shift was full', 20],
  ['technician', 'derya', 'STEPPED_IN', 'Came in early for the riser', 12],
  ['jonas', 'samuel', 'IDEA', 'Labels on the crates save us ten minutes a day', 6],
  ['mei', 'technician', 'CAREFUL', 'Left the rack cleaner than it was', 2],
] as const

const rewards = [
  ['Breakfast in the canteen', 'One breakfast of your choice', 25, null],
  ['Cinema voucher', 'For two', 120, 10],
  ['Half a day off', 'By arrangement with your team lead', 400, 4],
] as const

const challenges = [
  ['One hundred together', 'Finish 100 tasks as a team', 'TEAM', 'TASKS', 100],
  ['Seen to be fixed', 'Ten of your tasks are confirmed', 'PERSONAL', 'CONFIRMED', 10],
] as const

const setUpText = `with setting as (
    insert into arena_setting (tenant_id, enabled, weights, caps, updated_at) values ($1, true, $3, $4, $5)),
  season as (
    insert into arena_season (tenant_id, id, name, state, starts_at, ends_at, settles_until, weights, caps, created_at)
    values ($1, $2, 'Autumn season', 'ACTIVE', $5, $6, $6::timestamptz + interval '7 days', $3, $4, $5))
  insert into arena_player (tenant_id, id, user_id, alias, alias_folded, avatar, opted_in, joined_at)
  select $1, row.id, row.user_id, row.alias, row.folded, row.avatar, true, $5
  from unnest($7::uuid[], $8::uuid[], $9::text[], $10::text[], $11::text[]) as row (id, user_id, alias, folded, avatar)
  returning 1`

const togetherText = `with offered as (
    insert into arena_reward (tenant_id, id, position, title, description, cost, stock)
    select $1, row.id, row.position, row.title, row.description, row.cost, row.stock
    from unnest($3::uuid[], $4::text[], $5::text[], $6::int[], $7::int[]) with ordinality
      as row (id, title, description, cost, stock, position)
    returning 1),
  challenge as (
    insert into arena_challenge (tenant_id, id, season_id, title, description, kind, metric, target, starts_at, ends_at)
    select $1, row.id, $2, row.title, row.description, row.kind, row.metric, row.target, $8, $9
    from unnest($10::uuid[], $11::text[], $12::text[], $13::text[], $14::text[], $15::int[])
      as row (id, title, description, kind, metric, target)
    returning id)
  insert into arena_participation (tenant_id, challenge_id, player_id, joined_at)
  select $1, c.id, p.id, $8 from challenge c cross join unnest($16::uuid[]) as p (id)
  returning 1`

const kudosText = `insert into arena_kudos (tenant_id, id, from_id, to_id, reason, text, at)
  select $1, row.id, row.giver, row.receiver, row.reason, row.text, row.at
  from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::timestamptz[])
    as row (id, giver, receiver, reason, text, at)
  returning 1`

const finishedText = `select id from task where tenant_id = $1 and status = 'DONE' and completed_at > $2
  order by completed_at, id`

const redeemText = `with asked as (
    insert into arena_redemption (tenant_id, id, player_id, reward_id, season_id, points, at)
    values ($1, $2, $3, $4, $5, $6, $7))
  update arena_reward set taken = taken + 1 where tenant_id = $1 and id = $4`

const disputeText = `insert into arena_dispute (tenant_id, id, kind, player_id, entry_id, reason, at)
  select $1, $2, 'POINTS', e.player_id, e.id, $4, $5 from arena_entry e
  where e.tenant_id = $1 and e.player_id = $3 and e.kind = 'TASK' order by e.at desc limit 1
  returning 1`

/** @param ctx at the current time, with all tasks and operators there */
export const writeArena = async (ctx: TenantContext, ids: DemoIds): Promise<void> => {
  const now = ctx.now.getTime()
  const startsAt = new Date(now - startedBefore)
  const endsAt = new Date(startsAt.getTime() + lasts)
  const seasonId = newId(startsAt.getTime())
  const playerIds = new Map(demoPlayers.map(({ key }) => [key, newId(startsAt.getTime())]))
  const playerId = (key: string): string => playerIds.get(key) ?? ''
  await ctx.run(setUpText, [
    ctx.tenantId,
    seasonId,
    JSON.stringify(defaultWeights),
    JSON.stringify(defaultCaps),
    startsAt,
    endsAt,
    demoPlayers.map(({ key }) => playerId(key)),
    demoPlayers.map(({ key }) => ids.userId(key)),
    demoPlayers.map(({ alias }) => alias),
    demoPlayers.map(({ alias }) => foldedAlias(alias)),
    demoPlayers.map(({ avatar }) => avatar),
  ])
  await ctx.schedule(seasonKind, seasonId, endsAt)
  const rewardIds = rewards.map(() => newId(startsAt.getTime()))
  await ctx.run(togetherText, [
    ctx.tenantId,
    seasonId,
    rewardIds,
    rewards.map(([title]) => title),
    rewards.map(([, description]) => description),
    rewards.map(([, , cost]) => cost),
    rewards.map(([, , , stock]) => stock),
    startsAt,
    endsAt,
    challenges.map(() => newId(startsAt.getTime())),
    challenges.map(([title]) => title),
    challenges.map(([, description]) => description),
    challenges.map(([, , kind]) => kind),
    challenges.map(([, , , metric]) => metric),
    challenges.map(([, , , , target]) => target),
    [...playerIds.values()],
  ])
  await ctx.run(kudosText, [
    ctx.tenantId,
    demoKudos.map(([, , , , days]) => newId(now - days * day)),
    demoKudos.map(([from]) => playerId(from)),
    demoKudos.map(([, to]) => playerId(to)),
    demoKudos.map(([, , reason]) => reason),
    demoKudos.map(([, , , text]) => text),
    demoKudos.map(([, , , , days]) => new Date(now - days * day)),
  ])
  for (const { id } of await ctx.run<{ id: string }>(finishedText, [ctx.tenantId, startsAt]))
    await settleTask(ctx, id)
  await ask(ctx, playerId('technician'), seasonId, rewardIds[0] ?? '')
  await ctx.run(disputeText, [
    ctx.tenantId,
    newId(now - day),
    playerId('lucia'),
    'The task was urgent when I took it; somebody lowered it afterwards.',
    new Date(now - day),
  ])
}

/** The first reward, asked for yesterday. */
const ask = async (
  ctx: TenantContext,
  playerId: string,
  seasonId: string,
  rewardId: string,
): Promise<void> => {
  const at = new Date(ctx.now.getTime() - day)
  const id = newId(at.getTime())
  const cost = rewards[0][2]
  await ctx.run(redeemText, [ctx.tenantId, id, playerId, rewardId, seasonId, cost, at])
  await insertMovement(
    { ...ctx, now: at },
    { key: `redemption:${id}`, playerId, seasonId, kind: 'REDEMPTION', points: -cost },
  )
}
