/**
 * Names that a search means besides the words of tasks: places and assignees. They are looked up first, so that a
 * list gets ids, which its indexes know, and a renamed place is found at once.
 */
import type { TenantContext } from '#server/platform/context.ts'
import { isUnspaced } from './search-words.ts'

/** Ids whose names have a word of the search. */
export interface Named {
  readonly amenities: readonly string[]
  readonly buildings: readonly string[]
  readonly assignees: readonly string[]
}

/** Ids of one word; of a place with more amenities the first by id count. */
const mostIds = 5000

const found = (kind: string, from: string): string =>
  `(select '${kind}' as kind, w.place, array_agg(said.id) as ids
    from unnest($2::text[], $3::text[]) with ordinality w (word, pattern, place)
    cross join lateral (select said.id from ${from} said
      where strpos(said.folded, w.word) > 0 and said.folded ~ w.pattern order by said.id limit ${mostIds}) said
    group by w.place)`

// The sharp s is folded like the words of tasks.
const folded = (name: string): string => `replace(fold_name(${name}), 'ß', 'ss')`
const people = (table: string): string =>
  `select id, ${folded('name')} as folded from ${table} where tenant_id = $1`

const namesText = `with recursive way as (
    select id, name as path from location where tenant_id = $1 and parent_id is null
    union all
    select l.id, way.path || ' ' || l.name from way join location l on l.tenant_id = $1 and l.parent_id = way.id
  ), room as materialized (
    select a.id, ${folded(`a.name || ' ' || coalesce(way.path, '')`)} as folded
    from amenity a left join way on way.id = a.location_id where a.tenant_id = $1
  ), house as materialized (select id, ${folded('name')} as folded from building where tenant_id = $1
  ), person as materialized (${['app_user', 'operator', 'company'].map(people).join(' union all ')})
  ${[found('amenities', 'room'), found('buildings', 'house'), found('assignees', 'person')].join(' union all ')}`

/**
 * Whose names have each word, at the beginning of a word.
 * @param words folded
 * @returns in the order of the words; undefined: none
 */
export const namesWith = async (
  ctx: TenantContext,
  words: readonly string[],
): Promise<readonly (Named | undefined)[]> => {
  const asked = words.map((word) => (/^[\p{L}\p{M}\p{N}]+$/u.test(word) ? word : ''))
  // A word of signs only is in no name.
  const patterns = asked.map((word) => (word === '' ? '$.' : isUnspaced(word) ? word : `\\m${word}`))
  const rows = await ctx.run<{ kind: keyof Named; place: number; ids: string[] }>(namesText, [
    ctx.tenantId,
    asked,
    patterns,
  ])
  return words.map((_, index) => {
    const own = rows.filter(({ place }) => Number(place) === index + 1)
    const ids = (kind: keyof Named): string[] => own.find((row) => row.kind === kind)?.ids ?? []
    return own.length === 0
      ? undefined
      : { amenities: ids('amenities'), buildings: ids('buildings'), assignees: ids('assignees') }
  })
}
