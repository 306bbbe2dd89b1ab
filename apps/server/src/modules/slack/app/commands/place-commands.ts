/** The state of places, which anybody in the workspace may ask, and who is on call. */

import { skillNames } from '#contracts/catalogue/skill-names.ts'
import { sayPlace } from '#contracts/kit/place.ts'
import { readQrCode } from '#contracts/qr-code.ts'
import { getOnCall } from '#server/modules/operator/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import type { Member } from '../as-member.ts'
import { type Block, literal, section, when } from '../blocks.ts'
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

export const onCall = async (
  { staff, words, run }: Member,
  { skill: typed, building }: Extract<Command, { kind: 'onCall' }>,
): Promise<Block[]> => {
  const skill = typed === '' ? undefined : skillCalled(typed)
  if (typed !== '' && skill === undefined) return [section(words.noSkill(literal(typed)))]
  const [place] =
    building === ''
      ? []
      : await staff.run<{ id: string }>(
          'select id from building where tenant_id = $1 and strpos(fold_name(name), fold_name($2)) > 0 order by name, id limit 1',
          [staff.tenantId, building],
        )
  if (building !== '' && !place) return [section(words.noBuilding(literal(building)))]
  const query = { ...(skill ? { skill } : {}), ...(place ? { buildingId: place.id } : {}) }
  const { chain, until } = await run(getOnCall, { query })
  if (chain.length === 0) return [section(words.nobodyOnCall)]
  const end = until ? ` (${words.onCallUntil} ${when(new Date(until))})` : ''
  return [
    section(
      `*${words.onCall}*\n${chain.map(({ name }, at) => `${literal(name)}${at === 0 ? end : ''}`).join('\n')}`,
    ),
  ]
}
