/** A location and those above it in one statement: each is looked up by its key, whatever the planner knows of the tenant. */
import { maxLocationDepth } from '#contracts/places/locations.ts'

const levels = Array.from({ length: maxLocationDepth }, (_, index) => `l${index + 1}`)
const joins = levels.slice(1).map((level, index) => {
  const below = levels[index]
  return `left join location ${level} on ${level}.tenant_id = $1 and ${level}.id = ${below}.parent_id`
})

/** The location `l1` with those above it as `l2` and so on. $1 is the tenant; whoever asks says which `l1` is meant. */
export const locationChain = ['location l1', ...joins].join('\n  ')

/** Their ids, the lowest first; none where there is no `l1`. */
export const idsOfChain = `array_remove(array[l1.id, ${levels
  .slice(0, -1)
  .map((level) => `${level}.parent_id`)
  .join(', ')}], null)`

/** Their names from the top down, e.g. "Level 2, East wing". */
export const pathOfChain = `concat_ws(', ', ${levels
  .toReversed()
  .map((level) => `${level}.name`)
  .join(', ')})`

/** How the location of this id is called with those above it; null where there is none. `id` is a column or a parameter. */
export const pathOfLocation = (id: string): string =>
  `(select nullif(${pathOfChain}, '') from ${locationChain} where l1.tenant_id = $1 and l1.id = ${id})`

/**
 * Of all locations: how each is called, by its id, as one value that a statement makes once. So no plan reads them for
 * each row, whatever the planner knows of the tenant.
 */
export const pathsById = `(with recursive way as (
    select id, name as path from location where tenant_id = $1 and parent_id is null
    union all
    select l.id, way.path || ' ' || l.name from way join location l on l.tenant_id = $1 and l.parent_id = way.id
  ) select jsonb_object_agg(id, path) from way)`
