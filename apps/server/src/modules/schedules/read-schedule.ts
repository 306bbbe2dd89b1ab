/** Validates the input of a schedule and adds defaults. */

import { isDeepStrictEqual } from 'node:util'
import type { Static } from 'typebox'
import type { createSchedule, updateSchedule } from '#contracts/schedules.ts'
import { readAssignee } from '#server/modules/tasks/public.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { storedZone } from '#server/platform/stored-zone.ts'
import type { ScheduleParts, Template } from './present-schedule.ts'
import { faultOf, type Recurrence } from './recurrence.ts'
import { readRoundTemplate, requireRoundTemplate } from './round-template.ts'
import { readRule } from './rule-text.ts'

type Input = Static<typeof updateSchedule.body>
export type TemplateInput = Static<typeof createSchedule.body>['template']

const readTemplate = (input: TemplateInput): Template => {
  const ofRounds = (['templateIds', 'scoutId'] as const).find((name) => input[name] !== undefined)
  if (ofRounds) throw invalid(`body.template.${ofRounds}`, 'is for rounds')
  const { userId, operatorId, companyId } = input.assignee ?? {}
  const given = {
    ...(userId ? { userId } : {}),
    ...(operatorId ? { operatorId } : {}),
    ...(companyId ? { companyId } : {}),
  }
  return {
    title: input.title,
    description: input.description ?? '',
    priority: input.priority ?? null,
    category: input.category ?? null,
    checklist: (input.checklist ?? []).map(({ text }) => ({ text })),
    buildingId: input.buildingId ?? null,
    amenityIds: input.amenityIds ?? [],
    assignee: Object.keys(given).length > 0 ? given : null,
    dueAfterMinutes: input.dueAfterMinutes ?? null,
  }
}

interface Places {
  /** without duplicates; the organisation's if there is no place */
  readonly zones: readonly string[]
}

interface PlaceRow {
  building: { zone: string } | null
  amenities: { building_id: string; zone: string }[]
  known: boolean
}

const placesText = `select
    (select jsonb_build_object('zone', time_zone) from building where tenant_id = $1 and id = $2 and archived_at is null) as building,
    coalesce((select jsonb_agg(jsonb_build_object('building_id', a.building_id, 'zone', b.time_zone))
      from amenity a join building b on b.tenant_id = $1 and b.id = a.building_id
      where a.tenant_id = $1 and a.id = any($3::uuid[]) and a.archived_at is null), '[]') as amenities,
    $4::text is null or exists (select from amenity_type t, jsonb_array_elements(t.categories) c
      where t.tenant_id = $1 and c.value ->> 'code' = $4) as known`

/** @throws ServiceError NOT_FOUND for a place or a person, VALIDATION_ERROR */
const requireTemplate = async (ctx: StaffContext, template: Template): Promise<Places> => {
  const { buildingId, amenityIds, category, assignee } = template
  const [row] = await ctx.run<PlaceRow>(placesText, [ctx.tenantId, buildingId, amenityIds, category])
  if (!row) throw new Error('The places of a schedule were not found')
  if (buildingId !== null && row.building === null) throw notFound()
  if (row.amenities.length !== amenityIds.length) throw notFound()
  if (buildingId !== null && row.amenities.some((one) => one.building_id !== buildingId))
    throw invalid('body.template.amenityIds', 'contains an amenity that is not in this building')
  if (!row.known) throw invalid('body.template.category', `there is no issue category ${category}`)
  await readAssignee(ctx, assignee ?? {}, 'body.template.assignee')
  const places = row.building === null ? row.amenities : [row.building]
  const zones = new Set(places.map(({ zone }) => storedZone(zone)))
  return { zones: zones.size > 0 ? [...zones] : [ctx.tenant.timeZone] }
}

/** @throws ServiceError VALIDATION_ERROR if amenities have different zones */
const zoneOf = (ctx: StaffContext, { zones }: Places): string => {
  if (zones.length > 1)
    throw invalid(
      'body.template.amenityIds',
      `lie in different time zones (${zones.slice(0, 3).join(', ')}); say in timeZone whose clock counts, or make a schedule for each`,
    )
  return zones[0] ?? ctx.tenant.timeZone
}

const readStart = (text: string): string => {
  try {
    return Temporal.PlainDateTime.from(text, { overflow: 'reject' }).toString({ smallestUnit: 'minute' })
  } catch {
    throw invalid('body.startsAt', 'must be a time that exists, such as 2026-11-23T07:00')
  }
}

const keptRule = (text: string | null): string | null => {
  if (text === null) return null
  const rule = readRule(text)
  if ('refused' in rule) throw invalid('body.rrule', rule.refused)
  return rule.text
}

const isElsewhere = (one: Template, other: Template): boolean =>
  !isDeepStrictEqual([one.buildingId, one.amenityIds], [other.buildingId, other.amenityIds])

export const isSameRecurrence = (one: Recurrence, other: Recurrence): boolean =>
  one.rrule === other.rrule && one.startsAt === other.startsAt && one.timeZone === other.timeZone

/**
 * Fields left out stay; a template is replaced as a whole.
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND for a place or a person
 */
export const readParts = async (
  ctx: StaffContext,
  input: Input,
  before: ScheduleParts,
): Promise<ScheduleParts> => {
  const { kind } = before
  if (input.kind !== undefined && input.kind !== kind) throw invalid('body.kind', 'stays as it was created')
  const isRound = kind === 'ROUND'
  if (isRound && input.ifOpen === 'SKIP') throw invalid('body.ifOpen', 'is CREATE for rounds')
  const template = input.template
    ? (isRound ? readRoundTemplate : readTemplate)(input.template)
    : before.template
  // A place that was archived since must not prevent renaming the schedule.
  const places = input.template || input.timeZone === null ? await requireTemplate(ctx, template) : undefined
  if (isRound && input.template) await requireRoundTemplate(ctx, template)
  // Unless it is given, the zone stays; it no longer follows if the schedule moves to a place with another zone.
  const keepsZone =
    !places ||
    !isElsewhere(template, before.template) ||
    places.zones.every((zone) => zone === before.recurrence.timeZone)
  const recurrence: Recurrence = {
    rrule: input.rrule === undefined ? before.recurrence.rrule : keptRule(input.rrule),
    startsAt: input.startsAt === undefined ? before.recurrence.startsAt : readStart(input.startsAt),
    timeZone:
      input.timeZone ??
      (places && input.timeZone === null ? zoneOf(ctx, places) : before.recurrence.timeZone),
  }
  const parts: ScheduleParts = {
    name: input.name ?? before.name,
    kind,
    enabled: input.enabled ?? before.enabled,
    recurrence,
    followsZone: input.timeZone === undefined ? before.followsZone && keepsZone : input.timeZone === null,
    template,
    ifOpen: isRound ? 'CREATE' : (input.ifOpen ?? before.ifOpen),
  }
  const starts = parts.enabled && !before.enabled
  if (starts || !isSameRecurrence(recurrence, before.recurrence)) {
    const fault = faultOf(recurrence, ctx.now)
    if (fault) throw invalid(`body.${fault.field}`, fault.message)
  }
  return parts
}
