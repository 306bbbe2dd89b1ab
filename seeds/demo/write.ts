/** Writes the demo tenant in one transaction. */

import { createTenant, createUser } from '#server/modules/auth/public.ts'
import { setPlanByHand } from '#server/modules/billing/public.ts'
import { loadFeedback } from '#server/modules/feedback/public.ts'
import { insertAmenities } from '#server/modules/places/amenities/public.ts'
import { insertLocations } from '#server/modules/places/locations/public.ts'
import { recordCleaning } from '#server/modules/places/lookup/public.ts'
import { insertCodes, recordScansOf } from '#server/modules/places/qr-codes/public.ts'
import { changeItem, lockItem } from '#server/modules/status/change-item.ts'
import { type LoadedTask, loadTasks } from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import { demoSlug } from '../tenants.ts'
import { writeArena } from './arena.ts'
import { writeInspections } from './inspections.ts'
import { type DemoIds, taskOf } from './jobs-to-tasks.ts'
import { writeOperators } from './operators.ts'
import { longLate, ownTasks } from './own-tasks.ts'
import { demoPeople, emailOf, signInKeys } from './people.ts'
import { brokenLift, demoAmenities, demoBuildings, demoCode, failingPump } from './places.ts'
import { seedOf } from './random.ts'
import { writeRouting } from './routing.ts'
import { writeSchedules } from './schedules.ts'
import { writeShared } from './shared.ts'
import { escalateLate, writePolicies } from './targets.ts'
import { demoDays, demoVisits, demoZone, type Visit } from './visits.ts'
import { writeWebhooks } from './webhooks.ts'
import { demoJobs, type Job } from './work.ts'

const day = 24 * 3600_000
const spareCodes = 20

const settings = {
  profile: { locale: 'en', emergencyNumber: '112' },
  branding: {
    publicName: 'Harbour Campus',
    contact: 'Reception of Quay House, ground floor',
    privacyUrl: null,
  },
  visitorLanguages: ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'tr', 'ar', 'zh', 'ja'],
}

const mapped = (map: ReadonlyMap<string, string>, key: string): string => {
  const id = map.get(key)
  if (id === undefined) throw new Error(`The demo has no ${key}`)
  return id
}

const writePeople = async (ctx: TenantContext, passwordHash: string): Promise<Map<string, string>> => {
  const ids = new Map<string, string>()
  for (const { key, name, roles, language } of demoPeople) {
    const signsIn = (signInKeys as readonly string[]).includes(key)
    const user = {
      email: emailOf(key),
      name,
      roles,
      state: 'ACTIVE' as const,
      passwordHash: signsIn ? passwordHash : null,
      language,
      emailVerified: true,
    }
    ids.set(key, await createUser(ctx, user))
  }
  return ids
}

const writePlaces = async (
  ctx: TenantContext,
): Promise<{ buildings: Map<string, string>; amenities: Map<string, string> }> => {
  const at = ctx.now.getTime()
  const buildings = new Map(demoBuildings.map(({ key }) => [key, newId(at)]))
  await ctx.db
    .insertInto('building')
    .values(
      demoBuildings.map(({ key, name, address, latitude, longitude }) => ({
        tenant_id: ctx.tenantId,
        id: mapped(buildings, key),
        name,
        address,
        latitude,
        longitude,
        time_zone: demoZone,
        created_at: ctx.now,
      })),
    )
    .execute()
  const floors = demoBuildings.flatMap(({ key, floors: names }) =>
    names.map((name, position) => ({
      key: `${key}/${name}`,
      id: newId(at),
      buildingId: mapped(buildings, key),
      parentId: null,
      kind: 'FLOOR' as const,
      name,
      position,
    })),
  )
  await insertLocations(ctx, floors)
  const floorIds = new Map(floors.map(({ key, id }) => [key, id]))
  const ids = await insertAmenities(
    ctx,
    demoAmenities.map((amenity) => ({
      ...amenity,
      buildingId: mapped(buildings, amenity.building),
      locationId: mapped(floorIds, `${amenity.building}/${amenity.floor}`),
    })),
  )
  await insertCodes(
    ctx,
    Array.from({ length: spareCodes }, (_, index) => ({
      code: demoCode(demoAmenities.length + 1 + index),
      amenityId: null,
      batch: 'Spare stickers',
    })),
  )
  return { buildings, amenities: new Map(demoAmenities.map(({ key }, index) => [key, ids[index] ?? ''])) }
}

const writeVisits = async (
  ctx: TenantContext,
  visits: readonly Visit[],
  jobs: readonly Job[],
  ids: DemoIds,
): Promise<void> => {
  const answers = new Map(jobs.flatMap((job) => job.answers.map((answer) => [answer.visit, answer] as const)))
  await loadFeedback(
    ctx,
    visits.map((visit, index) => ({
      id: ids.feedbackId(index),
      amenityId: ids.amenityId(visit.amenity.key),
      buildingId: ids.buildingId(visit.amenity.building),
      rating: visit.rating,
      comment: visit.comment,
      issues: visit.issues.map((code) => ({ code, detail: null })),
      language: visit.language,
      source: `demo-${index}`,
      answer: answers.get(index) ?? null,
      createdAt: visit.at,
    })),
  )
}

/** About three scans per submission; the last stickers are not on the wall yet. */
const writeScans = async (ctx: TenantContext, visits: readonly Visit[]): Promise<void> => {
  const rows = demoAmenities.flatMap(({ key, qrCode }) => {
    const own = visits.filter(({ amenity }) => amenity.key === key)
    const last = own.at(-1)
    return last
      ? [{ code: qrCode, scans: own.length * 3 + (Math.abs(seedOf(key)) % 7), lastAt: last.at }]
      : []
  })
  await recordScansOf(ctx, rows)
  await ctx.run(
    'update qr_code set mounted_at = created_at where tenant_id = $1 and amenity_id is not null and code < $2',
    [ctx.tenantId, demoCode(demoAmenities.length - 3)],
  )
}

const setItem = async (
  ctx: TenantContext,
  amenityId: string,
  name: string,
  state: 'DEGRADED' | 'OUT_OF_ORDER',
  note: string,
  expectedEnd: Date,
): Promise<void> => {
  const [item] = await ctx.run<{ id: string }>(
    'select id from status_item where tenant_id = $1 and amenity_id = $2 and name = $3',
    [ctx.tenantId, amenityId, name],
  )
  const locked = item && (await lockItem(ctx, item.id))
  if (!locked) throw new Error(`The demo has no status item ${name}`)
  await changeItem(ctx, locked.amenity, locked.item, {
    next: { state, setBy: 'STAFF', report: 'OK' },
    said: { note, expectedEnd },
  })
}

/** As the service does when such a task is finished. */
const writeCleaning = async (ctx: TenantContext, tasks: readonly LoadedTask[]): Promise<void> => {
  for (const { skill, amenityId, completedAt } of tasks)
    if (skill === 'CLEANING' && amenityId && completedAt) await recordCleaning(ctx, [amenityId], completedAt)
}

/** @param ctx at the tenant's first day; `now` is today */
export const writeDemo = async (ctx: TenantContext, passwordHash: string, now: Date): Promise<void> => {
  await createTenant(ctx, {
    name: 'Harbour Campus',
    slug: demoSlug,
    plan: 'ENTERPRISE',
    timeZone: demoZone,
    language: 'en',
  })
  await setPlanByHand(ctx, 'ENTERPRISE', null)
  await ctx.run('update tenant set settings = $2 where id = $1', [ctx.tenantId, JSON.stringify(settings)])
  const users = await writePeople(ctx, passwordHash)
  const { buildings, amenities } = await writePlaces(ctx)
  const visits = demoVisits(now)
  const feedbackIds = visits.map(({ at }) => newId(at.getTime()))
  const ids: DemoIds = {
    amenityId: (key) => mapped(amenities, key),
    buildingId: (key) => mapped(buildings, key),
    userId: (key) => mapped(users, key),
    feedbackId: (visit) => feedbackIds[visit] ?? '',
  }
  const jobs = demoJobs(visits, now)
  await writeVisits(ctx, visits, jobs, ids)
  const tasks = [...jobs.map((job) => taskOf(job, ids, now)), ...ownTasks(ids, now)]
  await writePolicies(ctx, ids, now)
  await loadTasks(
    ctx,
    tasks.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime()),
  )
  await writeOperators({ ...ctx, now }, ids)
  await writeRouting({ ...ctx, now }, ids)
  await escalateLate({ ...ctx, now }, longLate)
  await writeScans(ctx, visits)
  await writeCleaning(ctx, tasks)
  const lately = (days: number): TenantContext => ({ ...ctx, now: new Date(now.getTime() - days * day) })
  const soon = (days: number): Date => new Date(now.getTime() + days * day)
  await setItem(
    lately(2),
    ids.amenityId(failingPump),
    'Toilets',
    'OUT_OF_ORDER',
    'The pump is being replaced. Please use the washroom on Level 2.',
    soon(3),
  )
  await setItem(
    lately(1),
    ids.amenityId(brokenLift),
    'General',
    'DEGRADED',
    'The door closes hard. Please mind your step.',
    soon(1),
  )
  await writeSchedules({ ...ctx, now }, ids)
  await writeInspections({ ...ctx, now }, ids)
  await writeWebhooks({ ...ctx, now })
  await writeShared({ ...ctx, now }, ids)
  await writeArena({ ...ctx, now }, ids)
}

/** Start of a demo tenant that is created now. */
export const demoStart = (now: Date): Date => new Date(now.getTime() - (demoDays + 1) * day)
