/** Scouts, checklists and rounds for tests, stored as administrators and schedules leave them. */
import assert from 'node:assert/strict'
import type { ScoutKind } from '#contracts/scout/people.ts'
import { samples, templateOfSample } from '#contracts/scout/samples/samples.ts'
import type { TemplateContent } from '#contracts/scout/templates.ts'
import { issueCode } from '#server/platform/codes.ts'
import { signRealmToken } from '#server/platform/gate/tokens.ts'
import { newId } from '#server/platform/ids.ts'
import { openSession } from '#server/platform/sessions.ts'
import type { Reply, TestServer } from '#test/server.ts'
import { createPlace, type TestPlace, type TestTenant } from '#test/world.ts'

export interface NewScout {
  readonly kind?: ScoutKind
  readonly blind?: boolean
  readonly buildingIds: readonly string[]
  readonly types?: readonly string[]
  readonly extraRounds?: boolean
  readonly name?: string
  readonly alias?: string
  readonly email?: string
  readonly validFrom?: string
  readonly validUntil?: string
}

let count = 0

/** @returns the id of a scout who is INVITED */
export const storeScout = async (tenant: TestTenant, scout: NewScout): Promise<string> => {
  const id = newId(Date.now())
  const name = scout.name ?? `Scout ${++count}`
  await tenant.inside((ctx) =>
    ctx.run(
      `insert into scout (tenant_id, id, kind, alias, own_name, blind, building_ids, types, valid_from, valid_until,
         extra_rounds, email, language, created_at, changed_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, coalesce($9::date, $11::date - 30), coalesce($10::date, $11::date + 90), $12, $13, 'en', $11, $11)`,
      [
        ctx.tenantId,
        id,
        scout.kind ?? 'SUPERVISOR',
        scout.alias ?? (scout.kind === 'MYSTERY' ? `Mystery visitor ${++count}` : name),
        name,
        scout.blind ?? true,
        scout.buildingIds,
        scout.types ?? null,
        scout.validFrom ?? null,
        scout.validUntil ?? null,
        ctx.now,
        scout.extraRounds ?? false,
        scout.email ?? null,
      ],
    ),
  )
  return id
}

export const codeFor = (tenant: TestTenant, subjectId: string): Promise<string> =>
  tenant.inside((ctx) => issueCode(ctx, { kind: 'scout', subjectId, length: 10, ttlMs: 14 * 86_400_000 }))

export interface ScoutTokens {
  readonly accessToken: string
  readonly refreshToken: string
}

export interface ActiveScout extends ScoutTokens {
  readonly id: string
  /** calls as this scout */
  call<T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<Reply<T>>
}

/** Activates a scout on a phone. */
export const activate = async (
  server: TestServer,
  tenant: TestTenant,
  id: string,
  deviceKey = 'the key of a phone',
): Promise<ActiveScout> => {
  const activationCode = await codeFor(tenant, id)
  const reply = await server.call<{ tokens: ScoutTokens }>('POST', '/api/scout/auth/activate', {
    body: { activationCode, deviceKey },
  })
  assert.equal(reply.status, 200, reply.text)
  const { tokens } = reply.json.data
  return {
    id,
    ...tokens,
    call: (method, path, body) =>
      server.call(method, `/api/scout${path}`, {
        token: tokens.accessToken,
        ...(body === undefined ? {} : { body }),
      }),
  }
}

/** The access token of a new scout, without the activation, which has limits of its own. */
export const scoutToken = async (server: TestServer, tenant: TestTenant): Promise<string> => {
  const id = await storeScout(tenant, { buildingIds: [newId(Date.now())] })
  const claims = await tenant.inside(async (ctx) => {
    await ctx.run("update scout set state = 'ACTIVE' where tenant_id = $1 and id = $2", [tenant.id, id])
    return openSession(ctx, { kind: 'SCOUT', subjectId: id, device: 'Phone' })
  })
  const { keys } = server.built.platform
  return signRealmToken(keys, 'scout', { ...claims, subjectId: id, tenantId: tenant.id }, server.clock.now())
}

export const activeScout = async (
  server: TestServer,
  tenant: TestTenant,
  scout: NewScout,
): Promise<ActiveScout> => activate(server, tenant, await storeScout(tenant, scout))

const washroom = samples.find(({ code }) => code === 'WASHROOM_CLEANING')
assert.ok(washroom)
/** The sample for washrooms: 17 questions. */
export const washroomContent: TemplateContent = templateOfSample(washroom, 'en')

/** Two questions, no duty to scan. */
export const shortContent: TemplateContent = {
  name: 'Short',
  description: '',
  types: [],
  passMark: 80,
  presence: 'OPTIONAL',
  sections: [
    {
      id: 'all',
      title: 'All',
      questions: washroomContent.sections
        .flatMap(({ questions }) => questions)
        .filter(({ id }) => id === 'paper' || id === 'soap'),
    },
  ],
}

export const storeTemplate = async (tenant: TestTenant, content: TemplateContent): Promise<string> => {
  const id = newId(Date.now())
  const questions = content.sections.reduce((sum, section) => sum + section.questions.length, 0)
  await tenant.inside(async (ctx) => {
    await ctx.run(
      `insert into inspection_template (tenant_id, id, name, types, questions, created_at, changed_at)
       values ($1, $2, $3, $4, $5, $6, $6)`,
      [ctx.tenantId, id, content.name, content.types, questions, ctx.now],
    )
    await ctx.run(
      `insert into inspection_template_version (tenant_id, template_id, version, content, created_at) values ($1, $2, 1, $3, $4)`,
      [ctx.tenantId, id, JSON.stringify(content), ctx.now],
    )
  })
  return id
}

export interface NewRound {
  readonly buildingId: string
  readonly amenityIds: readonly string[]
  readonly templateId: string
  /** null: open to all scouts of the building */
  readonly scoutId: string | null
  readonly opensInHours?: number
  readonly dueInHours?: number
}

/** @returns ids of the round and of its stops, in walking order */
export const storeRound = async (
  tenant: TestTenant,
  round: NewRound,
): Promise<{ readonly id: string; readonly stopIds: readonly string[] }> => {
  const id = newId(Date.now())
  const stopIds = round.amenityIds.map(() => newId(Date.now()))
  await tenant.inside(async (ctx) => {
    const after = (hours: number): Date => new Date(ctx.now.getTime() + hours * 3_600_000)
    await ctx.run(
      `with counter as (insert into tenant_counter (tenant_id, name, value) values ($1, 'round', 1)
         on conflict (tenant_id, name) do update set value = tenant_counter.value + 1 returning value)
       insert into round (tenant_id, id, number, title, building_id, scout_id, opens_at, due_by, stop_count, created_at, changed_at)
       select $1, $2, value, 'Morning round', $3, $4, $5, $6, $7, $8, $8 from counter
       returning 1`,
      [
        ctx.tenantId,
        id,
        round.buildingId,
        round.scoutId,
        after(round.opensInHours ?? -1),
        after(round.dueInHours ?? 24),
        stopIds.length,
        after(-2),
      ],
    )
    await ctx.run(
      `insert into round_stop (tenant_id, id, round_id, position, amenity_id, template_id, changed_at)
       select $1, s.id, $2, s.place - 1, s.amenity_id, $5, $6
       from unnest($3::uuid[], $4::uuid[]) with ordinality as s (id, amenity_id, place)
       returning 1`,
      [ctx.tenantId, id, stopIds, round.amenityIds, round.templateId, ctx.now],
    )
  })
  return { id, stopIds }
}

export interface ScoutStage {
  readonly place: TestPlace
  readonly scout: ActiveScout
  readonly templateId: string
  readonly round: { readonly id: string; readonly stopIds: readonly string[] }
  /** of its one stop */
  readonly stopId: string
}

/** A scout with a round of one stop. */
export const stageScout = async (
  server: TestServer,
  tenant: TestTenant,
  { content = shortContent, ...scout }: Partial<NewScout> & { content?: TemplateContent } = {},
): Promise<ScoutStage> => {
  const place = await createPlace(server, tenant)
  const active = await activeScout(server, tenant, { buildingIds: [place.buildingId], ...scout })
  const templateId = await storeTemplate(tenant, content)
  const round = await storeRound(tenant, {
    buildingId: place.buildingId,
    amenityIds: [place.amenityId],
    templateId,
    scoutId: active.id,
  })
  return { place, scout: active, templateId, round, stopId: round.stopIds[0] ?? '' }
}
