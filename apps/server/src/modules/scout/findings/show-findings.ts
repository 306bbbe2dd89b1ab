/** Outbound serializer of new findings. */
import type { OutwardFinding } from '#contracts/outward.ts'
import type { TaskRef } from '#contracts/records.ts'
import { type Names, nameOfIssue } from '#server/modules/places/amenity-types/public.ts'
import { toldTimeFor } from '#server/modules/scout/own/public.ts'
import { tenantLanguage } from '#server/modules/settings/public.ts'
import type { Serializers } from '#server/platform/context.ts'
import type { FindingRow } from './finding-row.ts'

interface Row extends FindingRow {
  readonly amenity: string
  readonly building: string
  readonly zone: string
  readonly alias: string
  readonly kind: string
  readonly number: number | null
  readonly names: Names | null
  readonly task: TaskRef | null
}

const text = `select f.*, a.name as amenity, b.name as building, b.time_zone as zone, s.alias, s.kind, r.number,
    (select c.value -> 'names' from amenity_type y, jsonb_array_elements(y.categories) c
     where y.tenant_id = $1 and y.code = a.type and c.value ->> 'code' = f.category) as names,
    (select jsonb_build_object('id', t.id, 'number', t.number, 'title', t.title, 'status', t.status)
     from task t where t.tenant_id = $1 and t.id = f.task_id) as task
  from finding f join amenity a on a.tenant_id = $1 and a.id = f.amenity_id
  join building b on b.tenant_id = $1 and b.id = f.building_id
  join scout s on s.tenant_id = $1 and s.id = f.scout_id
  left join round r on r.tenant_id = $1 and r.id = f.round_id
  where f.tenant_id = $1 and f.id = any($2::uuid[])`

export const showFindings: Serializers = {
  'scout.finding_created': async (ctx, events) => {
    const [rows, language] = await Promise.all([
      ctx.run<Row>(text, [ctx.tenantId, events.map(({ payload }) => payload.findingId)]),
      tenantLanguage(ctx),
    ])
    const byId = new Map(rows.map((row) => [row.id, row]))
    const shown = (row: Row): OutwardFinding => ({
      id: row.id,
      amenity: { id: row.amenity_id, name: row.amenity },
      building: { id: row.building_id, name: row.building },
      scout: { id: row.scout_id, name: row.alias },
      round: row.round_id === null ? null : { id: row.round_id, number: row.number ?? 1 },
      category: row.category,
      categoryName: nameOfIssue(row.category, row.names ?? {}, language),
      severity: row.severity,
      text: row.text,
      state: row.state,
      joined: row.joined,
      createdAt: toldTimeFor(row.kind, row.zone)(row.created_at),
      version: row.version,
    })
    return new Map(
      events.map(({ id, payload: { findingId } }) => {
        const row = byId.get(findingId)
        return [id, { id: findingId, finding: row ? shown(row) : null, task: row?.task ?? null, changes: [] }]
      }),
    )
  },
}
