/** A scout with a checklist, a submitted round, an inspection, a finding and a photo, as rows. */
import { newId } from '#server/platform/ids.ts'
import type { TestTenant } from './world.ts'

export interface ScoutPlace {
  readonly mark: string
  readonly buildingId: string
  readonly amenityId: string
}

const made = `with t (tenant, at) as (select $1::uuid, $2::timestamptz),
  person as (insert into scout (tenant_id, id, kind, alias, own_name, building_ids, valid_from, valid_until, language, created_at, changed_at)
    select tenant, $3::uuid, 'AUDITOR', $8, $8, array[$9::uuid], at::date, at::date + 90, 'en', at, at from t),
  list as (insert into inspection_template (tenant_id, id, name, types, questions, created_at, changed_at)
    select tenant, $4::uuid, $8, '{}', 1, at, at from t),
  content as (insert into inspection_template_version (tenant_id, template_id, version, content, created_at)
    select tenant, $4::uuid, 1, $11::jsonb, at from t),
  walk as (insert into round (tenant_id, id, number, title, state, building_id, scout_id, opens_at, due_by, submitted_at,
      stop_count, done_count, score, passed, created_at, changed_at)
    select tenant, $5::uuid, 1, $8, 'SUBMITTED', $9::uuid, $3::uuid, at, at, at, 1, 1, 87.5, true, at, at from t),
  stop as (insert into round_stop (tenant_id, id, round_id, position, amenity_id, template_id, template_version, state,
      presence, started_at, completed_at, score, passed, changed_at, version)
    select tenant, $6::uuid, $5::uuid, 0, $10::uuid, $4::uuid, 1, 'COMPLETED', 'SCANNED', at, at, 87.5, true, at, 1 from t),
  answer as (insert into inspection_answer (tenant_id, inspection_id, question_id, value, note, at, merge)
    select tenant, $6::uuid, 'floor', 'true', $8, at, '{}' from t),
  found as (insert into finding (tenant_id, id, scout_id, round_id, inspection_id, amenity_id, building_id, category, severity,
      text, created_at, changed_at)
    select tenant, $7::uuid, $3::uuid, $5::uuid, $6::uuid, $10::uuid, $9::uuid, 'NOT_CLEAN', 'OBSERVATION', $8, at, at from t)
  insert into scout_media (tenant_id, id, scout_id, sha256, content_type, size, created_at, finding_id, confirmed_at)
    select tenant, $12::uuid, $3::uuid, repeat('0', 64), 'image/jpeg', 100, at, $7::uuid, at from t`

export const fillScout = async (tenant: TestTenant, { mark, buildingId, amenityId }: ScoutPlace) => {
  const id = () => newId(Date.now())
  const ids = { scoutId: id(), templateId: id(), roundId: id(), inspectionId: id(), findingId: id() }
  const content = {
    name: mark,
    description: '',
    types: [],
    passMark: 80,
    presence: 'OPTIONAL',
    sections: [{ id: 'all', title: mark, questions: [] }],
  }
  await tenant.inside((ctx) =>
    ctx.run(made, [
      tenant.id,
      ctx.now,
      ids.scoutId,
      ids.templateId,
      ids.roundId,
      ids.inspectionId,
      ids.findingId,
      `${mark} scout`,
      buildingId,
      amenityId,
      JSON.stringify(content),
      id(),
    ]),
  )
  return ids
}
