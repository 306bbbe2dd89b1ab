/** Writes checklists and their versions. */
import type { Template, TemplateContent } from '#contracts/scout/templates.ts'
import { requireScope } from '#server/modules/places/lookup/public.ts'
import type { StaffContext, TenantContext } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { newId } from '#server/platform/ids.ts'
import type { TemplateRow } from './present-template.ts'

const countQuestions = ({ sections }: TemplateContent): number =>
  sections.reduce((sum, { questions }) => sum + questions.length, 0)

const insertText = `with made as (
    insert into inspection_template (tenant_id, id, name, types, questions, created_at, changed_at)
    values ($1, $2, $3, $4, $5, $7, $7) returning *
  ), first as (
    insert into inspection_template_version (tenant_id, template_id, version, content, created_at)
    values ($1, $2, 1, $6, $7)
  )
  select * from made`

export const insertTemplate = async (ctx: TenantContext, content: TemplateContent): Promise<TemplateRow> => {
  const [row] = await ctx.run<TemplateRow>(insertText, [
    ctx.tenantId,
    newId(ctx.now.getTime()),
    content.name,
    content.types,
    countQuestions(content),
    JSON.stringify(content),
    ctx.now,
  ])
  if (!row) throw new Error('A checklist was not written')
  return row
}

const nextText = `with changed as (
    update inspection_template set name = $3, types = $4, questions = $5, changed_at = $7, version = version + 1
    where tenant_id = $1 and id = $2 returning *
  ), next as (
    insert into inspection_template_version (tenant_id, template_id, version, content, created_at)
    select tenant_id, id, version, $6, $7 from changed
    returning 1
  )
  select * from changed`

export const addVersion = async (
  ctx: TenantContext,
  id: string,
  content: TemplateContent,
): Promise<TemplateRow> => {
  const [row] = await ctx.run<TemplateRow>(nextText, [
    ctx.tenantId,
    id,
    content.name,
    content.types,
    countQuestions(content),
    JSON.stringify(content),
    ctx.now,
  ])
  if (!row) throw notFound()
  return row
}

/** A retired one is gone for whoever changes checklists. @throws ServiceError NOT_FOUND, PRECONDITION_FAILED */
export const lockTemplate = async (ctx: StaffContext, id: string): Promise<TemplateRow> => {
  const [row] = await ctx.run<TemplateRow>(
    "select * from inspection_template where tenant_id = $1 and id = $2 and state = 'PUBLISHED' for update",
    [ctx.tenantId, id],
  )
  if (!row) throw notFound()
  requireVersion(ctx, row.version)
  return row
}

const categoriesOf = ({ sections }: Pick<Template, 'sections'>): string[] => [
  ...new Set(sections.flatMap(({ questions }) => questions.flatMap(({ category }) => category ?? []))),
]

/** @throws ServiceError VALIDATION_ERROR for types or categories that are not there */
export const requireCodes = (
  ctx: TenantContext,
  content: TemplateContent,
  before?: TemplateContent,
): Promise<void> =>
  requireScope(
    ctx,
    { types: content.types, categories: categoriesOf(content) },
    'body',
    before ? { types: before.types, categories: categoriesOf(before) } : {},
  )
