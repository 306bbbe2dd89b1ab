import { serve } from '#server/platform/http/serve.ts'
import { updateTool } from './contract.ts'
import { tools } from './present-tool.ts'

export default serve(updateTool)(async (ctx, { params, body }) => {
  const { row, ids } = await tools.lockForChange(ctx, params.id)
  const { name = row.name, borrowed = row.borrowed, position } = body
  await ctx.run(
    'update tool set name = $3, borrowed = $4, version = version + 1 where tenant_id = $1 and id = $2',
    [ctx.tenantId, row.id, name, borrowed],
  )
  if (position !== undefined) await tools.place(ctx, ids, row.id, position)
  return tools.read(ctx, row.id)
})
