/** Choices of the lists in dialogs, by name. */
import { sayPlace } from '#contracts/kit/place.ts'
import { nameOfIssue } from '#server/modules/places/amenity-types/public.ts'
import type { Member } from './as-member.ts'

export interface Choice {
  readonly name: string
  readonly value: string
}

const most = 20

export const amenitiesText = `select a.id as value, a.name, b.name as building from amenity a
  join building b on b.tenant_id = $1 and b.id = a.building_id
  where a.tenant_id = $1 and a.archived_at is null and strpos(fold_name(a.name || ' ' || b.name), fold_name($2)) > 0
    and ($3::uuid[] = '{}' or a.building_id = any($3::uuid[]))
  order by a.name, a.id limit ${most}`

const amenities = async ({ staff }: Member, typed: string): Promise<Choice[]> => {
  const { actor } = staff
  const buildings = actor.kind === 'USER' ? actor.buildingIds : []
  const rows = await staff.run<Choice & { building: string }>(amenitiesText, [
    staff.tenantId,
    typed,
    buildings,
  ])
  return rows.map(({ name, building, value }) => ({ name: sayPlace(name, building), value }))
}

const assigneesText = `select value, name from (
    select 'userId:' || u.id as value, u.name from app_user u
    where u.tenant_id = $1 and u.removed_at is null and u.state = 'ACTIVE' and strpos(fold_name(u.name), fold_name($2)) > 0
    union all
    select 'operatorId:' || o.id, o.name from operator o
    where o.tenant_id = $1 and o.state = 'ACTIVE' and o.user_id is null and strpos(fold_name(o.name), fold_name($2)) > 0
    union all
    select 'companyId:' || c.id, c.name from company c where c.tenant_id = $1 and c.state = 'ACTIVE' and strpos(fold_name(c.name), fold_name($2)) > 0
  ) found order by name, value limit ${most}`

const categoriesText = `select distinct on (c.value ->> 'code') c.value ->> 'code' as value, c.value -> 'names' as names
  from amenity_type y, jsonb_array_elements(y.categories) c where y.tenant_id = $1 order by c.value ->> 'code', y.code`

const categories = async ({ staff, language }: Member, typed: string): Promise<Choice[]> => {
  const rows = await staff.run<{ value: string; names: Record<string, string> | null }>(categoriesText, [
    staff.tenantId,
  ])
  const wanted = typed.toLowerCase()
  return rows
    .map(({ value, names }) => ({ value, name: nameOfIssue(value, names ?? {}, language) }))
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .sort((a, b) => a.name.localeCompare(b.name, language))
    .slice(0, most)
}

/** @returns none for a list that is not known */
export const findOptions = async (member: Member, list: string, typed: string): Promise<Choice[]> => {
  const wanted = typed.trim()
  switch (list) {
    case 'amenity':
      return amenities(member, wanted)
    case 'assignee':
      return member.staff.run<Choice>(assigneesText, [member.staff.tenantId, wanted])
    case 'category':
      return categories(member, wanted)
    default:
      return []
  }
}
