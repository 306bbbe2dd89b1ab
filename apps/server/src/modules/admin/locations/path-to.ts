/** Where an amenity stands, for statements that are put together. */
import { sql } from 'kysely'

/** Of rows of `amenity`: names from the top of the building down, e.g. "Level 2, East wing". */
export const pathTo = (tenantId: string) => sql<string | null>`(
  with recursive up as (
    select l.id, l.parent_id, l.name, 1 as level from location l where l.tenant_id = ${tenantId} and l.id = amenity.location_id
    union all
    select l.id, l.parent_id, l.name, up.level + 1 from location l join up on l.id = up.parent_id
    where l.tenant_id = ${tenantId} and up.level < 20
  ) select string_agg(up.name, ', ' order by up.level desc) from up)`
