/**
 * Creates what a plan contains, in a fixed number of statements, through the public functions of the owning modules.
 */
import type { WizardResult } from '#contracts/wizard.ts'
import { insertAlertRules } from '#server/modules/alerts/rules/public.ts'
import { giveTestFeedback } from '#server/modules/feedback/public.ts'
import { insertAmenities } from '#server/modules/places/amenities/public.ts'
import { insertBuilding } from '#server/modules/places/buildings/public.ts'
import { insertLocations } from '#server/modules/places/locations/public.ts'
import { inviteMembers } from '#server/modules/team/public.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { type AuditTarget, auditEach } from '#server/platform/gate/audit.ts'
import { newId } from '#server/platform/ids.ts'
import { addressOfCode, newQrCode } from '#server/platform/qr-code.ts'
import { ruleFor } from '../templates/rules.ts'
import { templateWords } from '../templates/template-words.ts'
import { countsOf, limitsOf } from './counts.ts'
import type { Facts } from './facts.ts'
import type { Plan } from './plan.ts'

interface CreatedPlace {
  readonly buildings: readonly AuditTarget[]
  readonly locations: readonly AuditTarget[]
  readonly amenities: readonly (AuditTarget & { readonly code: string; readonly type: string })[]
}

const createPlace = async (ctx: StaffContext, plan: Plan): Promise<CreatedPlace> => {
  if (!plan.building) return { buildings: [], locations: [], amenities: [] }
  const at = ctx.now.getTime()
  const building = await insertBuilding(ctx, plan.building)
  const floors = [...plan.floors].map(([key, name]) => ({ key, id: newId(at), name }))
  const idOfFloor = new Map(floors.map(({ key, id }) => [key, id]))
  await insertLocations(
    ctx,
    floors.map(({ id, name }, position) => ({
      id,
      buildingId: building.id,
      parentId: null,
      kind: 'FLOOR',
      name,
      position,
    })),
  )
  const amenities = plan.amenities.map(({ name, floor, type }) => ({
    id: newId(at),
    code: newQrCode(),
    name,
    type,
    locationId: floor === undefined ? null : (idOfFloor.get(floor) ?? null),
  }))
  await insertAmenities(
    ctx,
    amenities.map(({ code, ...amenity }) => ({ ...amenity, qrCode: code, buildingId: building.id })),
  )
  return {
    buildings: [{ id: building.id, name: building.name }],
    locations: floors.map(({ id, name }) => ({ id, name })),
    amenities: amenities.map(({ id, name, code, type }) => ({ id, name, code, type })),
  }
}

/** Adds the building to the name of a rule, for organisations with several. */
const nameOfRule = (name: string, building: string | undefined): string =>
  [...(building === undefined ? name : `${name} · ${building}`)].slice(0, 120).join('')

const createRules = async (
  ctx: StaffContext,
  { rules, building }: Plan,
  buildingId: string | null,
  { language }: Facts,
): Promise<AuditTarget[]> => {
  const words = templateWords(language).rules
  const drafts = rules.map((code) => ruleFor(code, nameOfRule(words[code].name, building?.name), buildingId))
  const ids = await insertAlertRules(ctx, drafts)
  return drafts.map(({ name }, index) => ({ id: ids[index] ?? '', name }))
}

const idsOf = (targets: readonly AuditTarget[]): string[] => targets.map(({ id }) => id)

/** Low enough to be noticed in the inbox, with the first issue of the type. */
const testRating = 2

/** @throws ServiceError PLAN_LIMIT_REACHED, CONFLICT, VALIDATION_ERROR; then nothing is created */
export const createPlanned = async (ctx: StaffContext, plan: Plan, facts: Facts): Promise<WizardResult> => {
  const { baseUrl } = ctx.platform.config
  const { buildings, locations, amenities } = await createPlace(ctx, plan)
  const [buildingId = null] = idsOf(buildings)
  const alertRules = await createRules(ctx, plan, buildingId, facts)
  const userIds = await inviteMembers(ctx, plan.people)
  const users = plan.people.map(({ name }, index) => ({ id: userIds[index] ?? '', name }))
  auditEach(ctx, [...buildings, ...locations, ...amenities, ...users, ...alertRules])
  const [first] = amenities
  const testTrackingUrl = first
    ? await giveTestFeedback(ctx, {
        amenityId: first.id,
        rating: testRating,
        issues: facts.types.issuesOf(first.type).slice(0, 1),
      })
    : null
  return {
    ...countsOf(plan),
    ids: {
      buildings: idsOf(buildings),
      locations: idsOf(locations),
      amenities: idsOf(amenities),
      qrCodes: amenities.map(({ code }) => code),
      users: userIds,
      alertRules: idsOf(alertRules),
    },
    limits: await limitsOf(ctx, { buildings: 0, qrCodes: 0, users: 0 }),
    sheetUrl: first ? `${baseUrl}/api/admin/qr-codes/sheet?building=${buildingId}` : null,
    testTrackingUrl,
    first: first
      ? { amenityId: first.id, name: first.name, code: first.code, url: addressOfCode(baseUrl, first.code) }
      : null,
    appliedAt: ctx.now.toISOString(),
  }
}
