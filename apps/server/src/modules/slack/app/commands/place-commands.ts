/** The state of places, which anybody in the workspace may ask, and who is on call. */

import { skillNames } from '#contracts/catalogue/skill-names.ts'
import { sayPlace } from '#contracts/kit/place.ts'
import { readQrCode } from '#contracts/qr-code.ts'
import { onCallAt, readRoster } from '#server/modules/operator/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { storedZone } from '#server/platform/stored-zone.ts'
import type { Member } from '../as-member.ts'
import { type Block, literal, section } from '../blocks.ts'
import type { SlackWords } from '../words.ts'
import type { Command } from './parse-command.ts'

interface PlaceRow {
  name: string
  building: string
  state: string
}

const statusText = `select a.name, b.name as building, a.state from amenity a
  join building b on b.tenant_id = $1 and b.id = a.building_id
  where a.tenant_id = $1 and a.archived_at is null and (
    not exists (select from unnest($2::text[]) as word where strpos(fold_name(a.name || ' ' || b.name), fold_name(word)) = 0)
    or a.id = (select q.amenity_id from qr_code q where q.tenant_id = $1 and q.code = $3))
  order by a.name, a.id limit 10`

export const statusOf = async (ctx: TenantContext, typed: string, words: SlackWords): Promise<string> => {
  const asked = typed.split(/\s+/).filter((word) => word !== '')
  if (asked.length === 0) return words.noPlace
  const rows = await ctx.run<PlaceRow>(statusText, [ctx.tenantId, asked, readQrCode(typed) ?? ''])
  if (rows.length === 0) return words.noPlace
  return rows
    .map(
      ({ name, building, state }) =>
        `*${literal(sayPlace(name, building))}*: ${words.states[state] ?? state}`,
    )
    .join('\n')
}

/** The code of a skill by its name in any language of the desk, or by itself. */
const skillCalled = (typed: string): string | undefined => {
  const wanted = typed.toLowerCase()
  const named = [skillNames.en, skillNames.de].flatMap((names) => Object.entries(names))
  return named.find(([code, name]) => code.toLowerCase() === wanted || name.toLowerCase() === wanted)?.[0]
}

const zoneText = 'select time_zone as zone from tenant where id = $1'
const placeText = `select id, time_zone as zone from building
  where tenant_id = $1 and archived_at is null and strpos(fold_name(name), fold_name($2)) > 0
  order by name, id limit 1`

interface Place {
  readonly id: string
  readonly zone: string | null
}

/** Names only, so technicians are told as well. */
export const onCall = async (
  { staff, words }: Member,
  { skill: typed, building }: Extract<Command, { kind: 'onCall' }>,
): Promise<Block[]> => {
  const skill = typed === '' ? null : skillCalled(typed)
  if (skill === undefined) return [section(words.noSkill(literal(typed)))]
  const [tenant] = await staff.run<Pick<Place, 'zone'>>(zoneText, [staff.tenantId])
  const [place] = building === '' ? [] : await staff.run<Place>(placeText, [staff.tenantId, building])
  if (building !== '' && !place) return [section(words.noBuilding(literal(building)))]
  const where = {
    buildingId: place?.id ?? null,
    anywhere: building === '',
    type: null,
    skill,
    timeZone: storedZone(place?.zone ?? tenant?.zone ?? 'UTC'),
  }
  const names = onCallAt(await readRoster(staff), where, staff.now).map(({ name }) => literal(name))
  return [section(names.length === 0 ? words.nobodyOnCall : `*${words.onCall}*\n${names.join('\n')}`)]
}
