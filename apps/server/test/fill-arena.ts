/** An arena with a season that runs, two players and a record of each kind, as rows. */
import assert from 'node:assert/strict'
import { defaultCaps, defaultWeights } from '#contracts/arena/records.ts'
import { issueCode } from '#server/platform/codes.ts'
import { newId } from '#server/platform/ids.ts'
import type { CallOptions, TestServer } from './server.ts'
import type { TestTenant } from './world.ts'

const made = `with t (tenant, at) as (select $1::uuid, $2::timestamptz),
  setting as (insert into arena_setting (tenant_id, enabled, weights, caps, updated_at)
    select tenant, true, $3::jsonb, $4::jsonb, at from t),
  players as (insert into arena_player (tenant_id, id, user_id, alias, alias_folded, avatar, opted_in, joined_at)
    select tenant, row.id, row.user_id, row.alias, lower(row.alias), 'OWL', true, at - interval '10 days'
    from t, (values ($5::uuid, $6::uuid, $15 || ' player'), ($7::uuid, $8::uuid, $15 || ' other')) as row (id, user_id, alias)),
  season as (insert into arena_season (tenant_id, id, name, state, starts_at, ends_at, settles_until, weights, caps, created_at)
    select tenant, $9::uuid, $15, 'ACTIVE', at - interval '10 days', at + interval '30 days', at + interval '37 days', $3::jsonb, $4::jsonb, at from t),
  challenge as (insert into arena_challenge (tenant_id, id, season_id, title, description, kind, metric, target, starts_at, ends_at)
    select tenant, $10::uuid, $9::uuid, $15, $15, 'TEAM', 'TASKS', 100, at - interval '10 days', at + interval '20 days' from t),
  joined as (insert into arena_participation (tenant_id, challenge_id, player_id, joined_at)
    select tenant, $10::uuid, $5::uuid, at from t),
  entries as (insert into arena_entry (tenant_id, id, key, player_id, season_id, kind, state, points, full_points, at)
    select tenant, row.id, 'test:' || row.id, $5::uuid, $9::uuid, 'TASK', 'CREDITED', 500, 500, at - interval '2 days'
    from t, (values ($11::uuid), ($12::uuid)) as row (id)),
  lines as (insert into arena_line (tenant_id, id, key, account, amount, at)
    select tenant, row.id, 'test', row.account, row.amount, at
    from t, (values ($13::uuid, 'player:' || $5::uuid, 1000), ($14::uuid, 'issued', -1000)) as row (id, account, amount)),
  badge as (insert into arena_badge (tenant_id, player_id, code, earned_at) select tenant, $5::uuid, 'FIRST_FIX', at from t),
  kudos as (insert into arena_kudos (tenant_id, id, from_id, to_id, reason, text, at)
    select tenant, $16::uuid, $7::uuid, $5::uuid, 'HELPED', $15, at - interval '8 days' from t),
  reward as (insert into arena_reward (tenant_id, id, position, title, description, cost, stock, taken)
    select tenant, $17::uuid, 0, $15, $15, 10, 1000, 1 from t),
  redemption as (insert into arena_redemption (tenant_id, id, player_id, reward_id, season_id, points, at)
    select tenant, $18::uuid, $5::uuid, $17::uuid, $9::uuid, 10, at from t),
  dispute as (insert into arena_dispute (tenant_id, id, kind, player_id, entry_id, reason, at)
    select tenant, $19::uuid, 'POINTS', $5::uuid, $12::uuid, $15, at from t),
  kiosk as (insert into arena_kiosk (tenant_id, id, position, name) select tenant, $20::uuid, 0, $15 from t)
  insert into arena_team_sum (tenant_id, season_id, name, players, points, duty_hours)
    select tenant, $9::uuid, $15, 5, 100, 40 from t`

interface FilledArena {
  readonly playerId: string
  readonly kioskId: string
  readonly arenaSeasonId: string
  readonly arenaChallengeId: string
  /** of the player; not disputed */
  readonly arenaEntryId: string
  readonly otherPlayerId: string
  readonly kudosId: string
  readonly arenaRewardId: string
  readonly arenaDisputeId: string
  readonly arenaRedemptionId: string
}

/** The technician is the player, the manager the other one. */
export const fillArena = async (tenant: TestTenant, mark: string): Promise<FilledArena> => {
  const now = Date.now()
  const id = (): string => newId(now)
  const ids: FilledArena = {
    playerId: id(),
    kioskId: id(),
    arenaSeasonId: id(),
    arenaChallengeId: id(),
    arenaEntryId: id(),
    otherPlayerId: id(),
    kudosId: id(),
    arenaRewardId: id(),
    arenaDisputeId: id(),
    arenaRedemptionId: id(),
  }
  await tenant.inside((ctx) =>
    ctx.run(made, [
      tenant.id,
      ctx.now,
      JSON.stringify(defaultWeights),
      JSON.stringify(defaultCaps),
      ids.playerId,
      tenant.technician.id,
      ids.otherPlayerId,
      tenant.manager.id,
      ids.arenaSeasonId,
      ids.arenaChallengeId,
      ids.arenaEntryId,
      id(),
      id(),
      id(),
      mark,
      ids.kudosId,
      ids.arenaRewardId,
      ids.arenaRedemptionId,
      ids.arenaDisputeId,
      ids.kioskId,
    ]),
  )
  return ids
}

let addresses = 0

/** Tokens of the player, who is the technician, and of the wall. */
export const openArena = async (server: TestServer, tenant: TestTenant, { kioskId }: FilledArena) => {
  const pairingCode = await tenant.inside((ctx) =>
    issueCode(ctx, { kind: 'kiosk', subjectId: kioskId, length: 8, ttlMs: 900_000 }),
  )
  const tokenOf = async (call: CallOptions): Promise<string> => {
    const reply = await server.call<{ accessToken: string }>('POST', '/api/arena/session', {
      ...call,
      // Its own, since equal addresses share a limit.
      from: `10.78.${++addresses >> 8}.${addresses & 255}`,
    })
    assert.equal(reply.status, 200, reply.text)
    return reply.json.data.accessToken
  }
  return {
    player: await tokenOf({ token: tenant.technician.token }),
    kiosk: await tokenOf({ body: { pairingCode } }),
  }
}
