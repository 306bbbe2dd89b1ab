import type { Static } from 'typebox'
import { replaceArena } from '#contracts/arena/admin.ts'
import { issueCode, revokeCodes } from '#server/platform/codes.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { auditBefore } from '#server/platform/gate/audit.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import { newId } from '#server/platform/ids.ts'
import { endSessions } from '#server/platform/sessions.ts'
import { readSettings } from '../settings.ts'
import { type KioskRow, kiosksText, presentArena, type RewardRow, rewardsText } from './present-arena.ts'
import { simulateArena } from './simulate-arena.ts'

type Body = Static<(typeof replaceArena)['body']>

const codeMinutes = 15

const saveRewards = async (ctx: StaffContext, sent: NonNullable<Body['rewards']>): Promise<void> => {
  const known = await ctx.run<RewardRow>(rewardsText, [ctx.tenantId])
  const ids = sent.map(({ id }) => id ?? newId(ctx.now.getTime()))
  for (const [at, { id }] of sent.entries())
    if (id !== undefined && !known.some((row) => row.id === id))
      throw invalid(`body.rewards.${at}.id`, 'there is no such reward')
  if (new Set(ids).size < ids.length) throw invalid('body.rewards', 'names a reward twice')
  // A reward that is left out stays for its open redemptions.
  await ctx.run(
    'update arena_reward set removed_at = $3 where tenant_id = $1 and removed_at is null and id <> all($2)',
    [ctx.tenantId, ids, ctx.now],
  )
  await ctx.run(
    `insert into arena_reward (tenant_id, id, position, title, description, cost, stock, per_person, active)
     select $1, row.id, row.position - 1, row.title, row.description, row.cost, row.stock, row.per_person, row.active
     from unnest($2::uuid[], $3::text[], $4::text[], $5::int[], $6::int[], $7::int[], $8::bool[])
       with ordinality as row (id, title, description, cost, stock, per_person, active, position)
     on conflict (tenant_id, id) do update set position = excluded.position, title = excluded.title,
       description = excluded.description, cost = excluded.cost, stock = excluded.stock,
       per_person = excluded.per_person, active = excluded.active`,
    [
      ctx.tenantId,
      ids,
      sent.map(({ title }) => title),
      sent.map(({ description }) => description ?? ''),
      sent.map(({ cost }) => cost),
      sent.map(({ stock }) => stock ?? null),
      sent.map(({ perPerson }) => perPerson ?? null),
      sent.map(({ active }) => active ?? true),
    ],
  )
}

const checkBuildings = async (ctx: StaffContext, ids: readonly string[]): Promise<void> => {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return
  const found = await ctx.run('select id from building where tenant_id = $1 and id = any($2)', [
    ctx.tenantId,
    wanted,
  ])
  if (found.length < wanted.length) throw notFound()
}

interface NewKiosk {
  readonly id: string
  readonly code: string
}

/** @returns the pairing codes of those that are new or asked for another */
const saveKiosks = async (ctx: StaffContext, sent: NonNullable<Body['kiosks']>): Promise<NewKiosk[]> => {
  const known = await ctx.run<KioskRow>(kiosksText, [ctx.tenantId])
  await checkBuildings(
    ctx,
    sent.flatMap(({ buildingIds }) => buildingIds ?? []),
  )
  const kept = sent.map(({ id, name, buildingIds, newCode }, at) => {
    // A wall that is sent without its id is found by its name.
    const before = known.find((row) => (id === undefined ? row.name === name : row.id === id))
    if (id !== undefined && !before) throw invalid(`body.kiosks.${at}.id`, 'there is no such wall')
    const called = name ?? before?.name
    if (called === undefined) throw invalid(`body.kiosks.${at}.name`, 'is needed for a new wall')
    return {
      id: before?.id ?? newId(ctx.now.getTime()),
      name: called,
      buildingIds: buildingIds ?? before?.building_ids ?? [],
      // A wall that is there yet unpaired gets another code, since the answer with the first may be lost.
      needsCode: newCode === true || !before || (id === undefined && !before.paired_at),
    }
  })
  const ids = kept.map(({ id }) => id)
  if (new Set(ids).size < ids.length) throw invalid('body.kiosks', 'names a wall twice')
  const gone = known.filter(({ id }) => !ids.includes(id)).map(({ id }) => id)
  const restarted = kept.filter(({ needsCode }) => needsCode).map(({ id }) => id)
  await ctx.run('delete from arena_kiosk where tenant_id = $1 and id = any($2)', [ctx.tenantId, gone])
  for (const subjectId of [...gone, ...restarted]) await endSessions(ctx, { kind: 'ARENA', subjectId })
  await ctx.run(
    `insert into arena_kiosk (tenant_id, id, position, name, building_ids)
     select $1, (row.value ->> 'id')::uuid, row.position - 1, row.value ->> 'name',
       array(select jsonb_array_elements_text(row.value -> 'buildingIds')::uuid)
     from jsonb_array_elements($2::jsonb) with ordinality as row (value, position)
     on conflict (tenant_id, id) do update set position = excluded.position, name = excluded.name,
       building_ids = excluded.building_ids`,
    [ctx.tenantId, JSON.stringify(kept)],
  )
  await ctx.run(
    'update arena_kiosk set paired_at = null, expires_at = null where tenant_id = $1 and id = any($2)',
    [ctx.tenantId, restarted],
  )
  const codes: NewKiosk[] = []
  for (const id of gone) await revokeCodes(ctx, 'kiosk', id)
  for (const id of restarted)
    codes.push({
      id,
      code: await issueCode(ctx, { kind: 'kiosk', subjectId: id, length: 8, ttlMs: codeMinutes * 60_000 }),
    })
  return codes
}

export default serve(replaceArena)(async (ctx, { body }) => {
  if (body.dryRun) {
    const [shown, settings] = [await presentArena(ctx), await readSettings(ctx)]
    const weights = body.weights ?? settings.weights
    const caps = body.caps ?? settings.caps
    return { ...shown, weights, caps, simulation: await simulateArena(ctx, weights, caps) }
  }
  await ctx.run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`arena-setting:${ctx.tenantId}`])
  const before = await readSettings(ctx, 'for update')
  requireVersion(ctx, before.version)
  // Walls are left out, since the answer may show their codes.
  auditBefore(ctx, await presentArena(ctx), ['enabled', 'weights', 'caps', 'rewards'])
  await ctx.run(
    `insert into arena_setting (tenant_id, enabled, weights, caps, updated_at) values ($1, $2, $3, $4, $5)
     on conflict (tenant_id) do update set enabled = excluded.enabled, weights = excluded.weights, caps = excluded.caps,
       updated_at = excluded.updated_at, version = arena_setting.version + 1`,
    [
      ctx.tenantId,
      body.enabled ?? before.enabled,
      JSON.stringify(body.weights ?? before.weights),
      JSON.stringify(body.caps ?? before.caps),
      ctx.now,
    ],
  )
  if (body.rewards) await saveRewards(ctx, body.rewards)
  const codes = body.kiosks ? await saveKiosks(ctx, body.kiosks) : []
  const shown = await presentArena(ctx)
  return {
    ...shown,
    kiosks: shown.kiosks.map((kiosk) => {
      const made = codes.find(({ id }) => id === kiosk.id)
      if (!made) return kiosk
      const url = `${ctx.platform.config.baseUrl}/arena/wall#code=${made.code}`
      return { ...kiosk, pairingCode: made.code, url }
    }),
  }
})
