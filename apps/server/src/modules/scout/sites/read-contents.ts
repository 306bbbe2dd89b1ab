/** Checklists for phones: those of the scout's rounds, and those for own extra rounds. */
import type { TemplateContent } from '#contracts/scout/templates.ts'
import type { OwnScout } from '#server/modules/scout/own/public.ts'
import type { TenantContext } from '#server/platform/context.ts'

export interface KnownTemplate {
  readonly id: string
  readonly version: number
}

const contentsText = `select v.template_id as id, v.version, v.content from inspection_template_version v
  join unnest($2::uuid[], $3::int[]) as asked (id, version) on v.template_id = asked.id and v.version = asked.version
  where v.tenant_id = $1`

/** What these versions hold. */
export const readContents = (
  ctx: TenantContext,
  asked: readonly KnownTemplate[],
): Promise<(KnownTemplate & { content: TemplateContent })[]> =>
  ctx.run(contentsText, [ctx.tenantId, asked.map(({ id }) => id), asked.map(({ version }) => version)])

// A round that was started keeps its version; of all others the newest counts.
const templatesText = `select distinct t.id, coalesce(s.template_version, t.version) as version
  from round r join round_stop s on s.tenant_id = $1 and s.round_id = r.id
  join inspection_template t on t.tenant_id = $1 and t.id = s.template_id
  where r.tenant_id = $1 and r.building_id = any($3::uuid[])
    and (r.scout_id = $2 or (r.scout_id is null and r.state = 'SCHEDULED' and not $2 = any(r.declined_by)))
    and r.due_by > $4 and (r.state not in ('REVIEWED', 'DECLINED') or $6)
  union
  select t.id, t.version from inspection_template t
  where t.tenant_id = $1 and $5 and t.state = 'PUBLISHED'`

const monthMs = 30 * 86_400_000

/** Ids and versions of the checklists that a scout may read. @param past: also those of finished rounds */
export const templatesOf = (ctx: TenantContext, scout: OwnScout, past = false): Promise<KnownTemplate[]> =>
  ctx.run(templatesText, [
    ctx.tenantId,
    scout.id,
    scout.building_ids,
    past ? new Date(0) : new Date(ctx.now.getTime() - monthMs),
    scout.extra_rounds,
    past,
  ])

/** Whether a checklist is for a type of the scout's scope. */
export const suits = ({ types }: Pick<OwnScout, 'types'>, content: TemplateContent): boolean =>
  types === null || content.types.length === 0 || content.types.some((type) => types.includes(type))
