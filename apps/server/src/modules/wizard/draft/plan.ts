/** What the saved steps would create, and their faults. Creates nothing. */

import { timeZoneOf } from '#contracts/kit/time-zone.ts'
import { readDay, weekdays } from '#contracts/service-hours.ts'
import type { ServiceHours } from '#contracts/settings.ts'
import {
  mostWizardAmenities,
  mostWizardFloors,
  mostWizardPeople,
  type WizardData,
  type WizardFault,
  type WizardRow,
  type WizardStepName,
} from '#contracts/wizard.ts'
import { nameKey } from '#server/modules/places/buildings/public.ts'
import { type Invitation, membersAmong } from '#server/modules/team/public.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { normaliseEmail } from '#server/platform/gate/text.ts'
import { isRuleCode, type RuleCode } from '../templates/rules.ts'
import { type Cells, openCells } from './cells.ts'
import type { Facts } from './facts.ts'
import type { Drafted } from './propose.ts'
import { roleOf } from './roles.ts'
import type { Run } from './stored.ts'

export interface PlannedAmenity {
  readonly name: string
  /** key of its floor; undefined if it has none */
  readonly floor: string | undefined
  readonly type: string
}

/** What the saved steps would create, without cells that have faults. */
export interface Plan {
  readonly building:
    | {
        readonly name: string
        readonly address?: string
        readonly timeZone?: string
        readonly serviceHours?: ServiceHours
      }
    | undefined
  /** in order, by key */
  readonly floors: ReadonlyMap<string, string>
  readonly amenities: readonly PlannedAmenity[]
  readonly people: readonly Invitation[]
  readonly rules: readonly RuleCode[]
  readonly faults: Readonly<Record<WizardStepName, readonly WizardFault[]>>
}

const keyOf = nameKey
const longestName = 120

/** Rows that are not skipped, each with its number in the whole list. */
const rowsToCreate = ({ rows = [] }: WizardData): (readonly [number, WizardRow])[] =>
  rows.flatMap((row, index) => (row.skip ? [] : [[index + 1, row] as const]))

/** @returns undefined if the building has the organisation's hours */
const planHours = (cells: Cells, hours: WizardData['hours'], { words }: Facts): ServiceHours | undefined => {
  if (!hours) return undefined
  const days = weekdays.map((day) => {
    const read = readDay(cells.line(1, day, hours[day], 120) ?? '')
    if (!read) cells.at(1, day)(words.hours)
    return [day, read ?? []] as const
  })
  return Object.fromEntries(days) as ServiceHours
}

const planBuilding = (cells: Cells, { BUILDING: data }: Drafted, facts: Facts): Plan['building'] => {
  const name = cells.needed(1, 'name', data.name, longestName)
  const address = cells.line(1, 'address', data.address, 300)
  const typed = cells.line(1, 'timeZone', data.timeZone, 64)
  const zone = typed === undefined ? undefined : timeZoneOf(typed)
  if (typed !== undefined && zone === undefined) cells.at(1, 'timeZone')(facts.words.timeZone)
  const serviceHours = planHours(cells, data.hours, facts)
  return name === undefined
    ? undefined
    : {
        name,
        ...(address === undefined ? {} : { address }),
        ...(zone === undefined ? {} : { timeZone: zone }),
        ...(serviceHours === undefined ? {} : { serviceHours }),
      }
}

const planFloors = (cells: Cells, { FLOORS: data }: Drafted, { words }: Facts): Map<string, string> => {
  const floors = new Map<string, string>()
  const rowOf = new Map<string, number>()
  for (const [index, [row, { name: typed }]] of rowsToCreate(data).entries()) {
    if (index >= mostWizardFloors) {
      cells.at(row, 'name')(words.tooMany(mostWizardFloors))
      break
    }
    const name = cells.needed(row, 'name', typed, longestName)
    if (name === undefined) continue
    const earlier = rowOf.get(keyOf(name))
    if (earlier !== undefined) cells.at(row, 'name')(words.twice(earlier))
    else {
      rowOf.set(keyOf(name), row)
      floors.set(keyOf(name), name)
    }
  }
  return floors
}

/** The type that is written, otherwise the one whose name starts the room's name. */
const typeOf = (text: string | undefined, name: string, { types, language }: Facts): string | undefined => {
  if (text !== undefined) return types.codeOf(text)
  const matching = types.codes.filter((code) => keyOf(name).startsWith(keyOf(types.nameOf(code, language))))
  return matching[0] ?? 'OTHER'
}

/** @param floors if saved, only these exist; otherwise those that rooms name are created */
const planAmenities = (
  cells: Cells,
  { AMENITIES: data }: Drafted,
  facts: Facts,
  floors: Map<string, string>,
  given: boolean,
): PlannedAmenity[] => {
  const { words } = facts
  const rowOf = new Map<string, number>()
  const amenities: PlannedAmenity[] = []
  for (const [index, [row, typed]] of rowsToCreate(data).entries()) {
    if (index >= mostWizardAmenities) {
      cells.at(row, 'name')(words.tooMany(mostWizardAmenities))
      break
    }
    const name = cells.needed(row, 'name', typed.name, longestName)
    const floor = cells.line(row, 'floor', typed.floor, longestName)
    const kind = cells.line(row, 'type', typed.type, longestName)
    if (floor !== undefined && !floors.has(keyOf(floor))) {
      if (given) cells.at(row, 'floor')(words.unknownFloor(floor))
      else floors.set(keyOf(floor), floor)
    }
    if (kind !== undefined && facts.types.codeOf(kind) === undefined)
      cells.at(row, 'type')(words.unknownType(kind))
    if (name === undefined) continue
    const key = `${keyOf(floor ?? '')}\0${keyOf(name)}`
    const earlier = rowOf.get(key)
    if (earlier !== undefined) {
      cells.at(row, 'name')(words.twice(earlier))
      continue
    }
    rowOf.set(key, row)
    const type = typeOf(kind, name, facts)
    if (type !== undefined)
      amenities.push({ name, floor: floor === undefined ? undefined : keyOf(floor), type })
  }
  return amenities
}

/** `ana.lopez@example.org` → `Ana Lopez` */
const nameFrom = (email: string): string =>
  (email.split('@')[0] ?? email)
    .split(/[._+-]+/)
    .filter(Boolean)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(' ')
    .slice(0, longestName) || email.slice(0, longestName)

const planPeople = async (
  ctx: StaffContext,
  cells: Cells,
  { TEAM: data }: Drafted,
  { words }: Facts,
): Promise<Invitation[]> => {
  const rows = rowsToCreate(data)
  const emails = rows.map(([, { email }]) => normaliseEmail(email ?? ''))
  const taken = await membersAmong(
    ctx,
    emails.flatMap((email) => email ?? []),
  )
  const rowOf = new Map<string, number>()
  const people: Invitation[] = []
  for (const [index, [row, typed]] of rows.entries()) {
    if (index >= mostWizardPeople) {
      cells.at(row, 'email')(words.tooMany(mostWizardPeople))
      break
    }
    const name = cells.line(row, 'name', typed.name, longestName)
    const said = cells.line(row, 'role', typed.role, longestName)
    const role = said === undefined ? 'TECHNICIAN' : roleOf(said)
    if (role === undefined) cells.at(row, 'role')(words.unknownRole)
    const email = emails[index]
    const say = cells.at(row, 'email')
    if (email === undefined) say(typed.email?.trim() ? words.noEmail : words.missing)
    else if (taken.has(email)) say(words.inTeam)
    else if (rowOf.has(email)) say(words.twice(rowOf.get(email) ?? 1))
    else {
      rowOf.set(email, row)
      if (role !== undefined) people.push({ email, name: name ?? nameFrom(email), roles: [role] })
    }
  }
  return people
}

const planRules = (cells: Cells, { ALERTS: data }: Drafted, { words }: Facts): RuleCode[] => {
  const codes = [...new Set(data.rules ?? [])]
  for (const [index, code] of codes.entries())
    if (!isRuleCode(code)) cells.at(index + 1, 'rule')(words.unknownRule)
  return codes.filter(isRuleCode)
}

/** Only saved steps have faults: a proposal has none, and skipped steps are not checked. */
export const planOf = async (ctx: StaffContext, run: Run, drafted: Drafted, facts: Facts): Promise<Plan> => {
  const isSaved = (name: WizardStepName): boolean => run.steps[name]?.state === 'SAVED'
  const of: Record<WizardStepName, Cells> = {
    BUILDING: openCells(facts.words),
    FLOORS: openCells(facts.words),
    AMENITIES: openCells(facts.words),
    TEAM: openCells(facts.words),
    ALERTS: openCells(facts.words),
  }
  const building = isSaved('BUILDING') ? planBuilding(of.BUILDING, drafted, facts) : undefined
  const floors = isSaved('FLOORS') ? planFloors(of.FLOORS, drafted, facts) : new Map<string, string>()
  const amenities = isSaved('AMENITIES')
    ? planAmenities(of.AMENITIES, drafted, facts, floors, isSaved('FLOORS'))
    : []
  const people = isSaved('TEAM') ? await planPeople(ctx, of.TEAM, drafted, facts) : []
  const rules = isSaved('ALERTS') ? planRules(of.ALERTS, drafted, facts) : []
  // Not a fault while the building step is still to come.
  const homeless = run.steps.BUILDING?.state === 'SKIPPED'
  if (homeless && (floors.size > 0 || amenities.length > 0))
    of.BUILDING.at(1, 'name')(facts.words.needsBuilding)
  return {
    building,
    floors,
    amenities,
    people,
    rules,
    faults: {
      BUILDING: of.BUILDING.faults,
      FLOORS: of.FLOORS.faults,
      AMENITIES: of.AMENITIES.faults,
      TEAM: of.TEAM.faults,
      ALERTS: of.ALERTS.faults,
    },
  }
}
