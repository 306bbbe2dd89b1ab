/** SQL fragments for the place of an amenity, for the query builder. */
import { type SqlBool, sql } from 'kysely'
import { nameHas, wordsOf } from '#server/platform/db/lists.ts'

/** Path of the location of rows of `amenity`, for example "Level 2, East wing". */
export const pathTo = (tenantId: string) => sql<string | null>`(
  with recursive up as (
    select l.id, l.parent_id, l.name, 1 as level from location l where l.tenant_id = ${tenantId} and l.id = amenity.location_id
    union all
    select l.id, l.parent_id, l.name, up.level + 1 from location l join up on l.id = up.parent_id
    where l.tenant_id = ${tenantId} and up.level < 20
  ) select string_agg(up.name, ', ' order by up.level desc) from up)`

/**
 * Whether all typed words occur in the name, location or building of rows of `amenity`. The paths are one value that
 * is computed once for the statement, so that no plan computes it for each row.
 */
export const calledLike = (
  tenantId: string,
  typed: string,
) => sql<SqlBool>`(${nameHas(sql`amenity.name`, typed)}
  or (select bool_and(strpos(said.folded, fold_name(word)) > 0)
    from (select fold_name(concat_ws(' ', amenity.name,
      (with recursive way as (
        select l.id, l.name as path from location l where l.tenant_id = ${tenantId} and l.parent_id is null
        union all
        select l.id, way.path || ' ' || l.name from way join location l on l.tenant_id = ${tenantId} and l.parent_id = way.id
      ) select jsonb_object_agg(way.id, way.path) from way) ->> amenity.location_id::text,
      (select jsonb_object_agg(b.id, b.name) from building b where b.tenant_id = ${tenantId}) ->> amenity.building_id::text
    )) as folded offset 0) said cross join unnest(${wordsOf(typed)}::text[]) as word))`
