/** A checklist as the API shows it: its row and the content of a version. */
import type { Selectable } from 'kysely'
import type { Template, TemplateContent } from '#contracts/scout/templates.ts'
import type { TenantContext } from '#server/platform/context.ts'
import type { InspectionTemplate } from '#server/platform/db/tables.ts'
import { notFound } from '#server/platform/errors.ts'

export type TemplateRow = Selectable<InspectionTemplate>

interface Content {
  readonly template_id: string
  readonly content: TemplateContent
  readonly schedules: number
  readonly rounds: number
}

/** Enabled schedules that name the checklist in $2. */
export const schedulesText = `select name from schedule where tenant_id = $1 and enabled and kind = 'ROUND'
  and template -> 'templateIds' ? $2::text order by name, id`

// Rounds are those that are still to be walked.
const contentText = `select v.template_id, v.content,
    (select count(*) from schedule where tenant_id = $1 and enabled and kind = 'ROUND'
      and template -> 'templateIds' ? v.template_id::text) as schedules,
    (select count(*) from round r where r.tenant_id = $1 and r.state in ('SCHEDULED', 'ACCEPTED', 'IN_PROGRESS', 'PAUSED')
      and exists (select from round_stop s where s.tenant_id = $1 and s.round_id = r.id and s.template_id = v.template_id)) as rounds
  from inspection_template_version v
  join unnest($2::uuid[], $3::int[]) as asked (id, version) on v.template_id = asked.id and v.version = asked.version
  where v.tenant_id = $1`

/** In the order given. @param version of all; left out: the newest of each */
export const presentTemplates = async (
  ctx: TenantContext,
  rows: readonly TemplateRow[],
  version?: number,
): Promise<Template[]> => {
  const contents = await ctx.run<Content>(contentText, [
    ctx.tenantId,
    rows.map(({ id }) => id),
    rows.map((row) => version ?? row.version),
  ])
  const contentOf = new Map(contents.map((one) => [one.template_id, one]))
  return rows.flatMap((row): Template[] => {
    const found = contentOf.get(row.id)
    if (!found) return []
    return [
      {
        id: row.id,
        ...found.content,
        state: row.state as Template['state'],
        version: version ?? row.version,
        usedBy: { schedules: found.schedules, rounds: found.rounds },
        createdAt: row.created_at.toISOString(),
        updatedAt: row.changed_at.toISOString(),
      },
    ]
  })
}

export const presentTemplate = async (ctx: TenantContext, row: TemplateRow): Promise<Template> => {
  const [shown] = await presentTemplates(ctx, [row])
  if (!shown) throw notFound()
  return shown
}
