import { createInspectionTemplate, deleteInspectionTemplate } from '#contracts/scout/admin-templates.ts'
import { conflict } from '#server/platform/errors.ts'
import { auditGone } from '#server/platform/gate/audit.ts'
import { serve } from '#server/platform/http/serve.ts'
import { presentTemplate, schedulesText } from './present-template.ts'
import { lockTemplate } from './write-template.ts'

const retireText =
  "update inspection_template set state = 'RETIRED', changed_at = $3 where tenant_id = $1 and id = $2"

export default serve(deleteInspectionTemplate)(async (ctx, { params }) => {
  const row = await lockTemplate(ctx, params.id)
  const schedules = await ctx.run<{ name: string }>(schedulesText, [ctx.tenantId, row.id])
  if (schedules.length > 0)
    throw conflict(`Schedules use this checklist: ${schedules.map(({ name }) => name).join(', ')}`)
  auditGone(ctx, await presentTemplate(ctx, row), createInspectionTemplate)
  await ctx.run(retireText, [ctx.tenantId, row.id, ctx.now])
  return { id: row.id }
})
