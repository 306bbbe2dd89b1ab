import { listInspectionTemplates } from '#contracts/scout/admin-templates.ts'
import { samples, summaryOfSample } from '#contracts/scout/samples/samples.ts'
import { tenantLanguage } from '#server/modules/settings/public.ts'
import { orderBy, pageBounds } from '#server/platform/db/lists.ts'
import { invalid } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { presentTemplates, type TemplateRow } from './present-template.ts'

const columns = { name: 'name', createdAt: 'created_at', updatedAt: 'changed_at' } as const

export default serve(listInspectionTemplates)(async (ctx, { query }) => {
  const { limit, offset } = pageBounds(query)
  const { column, direction } = orderBy(query.sort ?? 'name', columns)
  if (query.version !== undefined && query.id?.length !== 1)
    throw invalid('query.version', 'needs exactly one id')
  const values: unknown[] = [ctx.tenantId]
  const add = (value: unknown): string => `$${values.push(value)}`
  const parts = ['tenant_id = $1']
  if (query.q) parts.push(`strpos(fold_name(name), fold_name(${add(query.q)}::text)) > 0`)
  if (query.id) parts.push(`id = any(${add(query.id)}::uuid[])`)
  if (query.state) parts.push(`state = any(${add(query.state)}::text[])`)
  if (query.type?.length) parts.push(`(types = '{}' or types && ${add(query.type)}::text[])`)
  const where = parts.join(' and ')
  const [counted] = await ctx.run<{ n: number }>(
    `select count(*) as n from inspection_template where ${where}`,
    [...values],
  )
  const rows = await ctx.run<TemplateRow>(
    `select * from inspection_template where ${where} order by ${column} ${direction}, id ${direction}
     limit ${add(limit)}::int offset ${add(offset)}::bigint`,
    values,
  )
  const language = (await tenantLanguage(ctx)) === 'de' ? 'de' : 'en'
  return {
    items: await presentTemplates(ctx, rows, query.version),
    total: counted?.n ?? 0,
    about: { samples: samples.map((sample) => summaryOfSample(sample, language)) },
  }
})
