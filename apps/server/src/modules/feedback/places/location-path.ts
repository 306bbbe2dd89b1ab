/** SQL: the location of an amenity `a`, names from the top down, for example "Level 2, East wing"; $1 is the tenant. */
export const locationPath = `(with recursive up as (
       select l.parent_id, l.name, 1 as level from location l where l.tenant_id = $1 and l.id = a.location_id
       union all
       select l.parent_id, l.name, up.level + 1 from location l join up on l.id = up.parent_id
       where l.tenant_id = $1 and up.level < 20
     ) select string_agg(up.name, ', ' order by up.level desc) from up)`
