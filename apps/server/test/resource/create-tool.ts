import { serve } from '#server/platform/http/serve.ts'
import { newId } from '#server/platform/ids.ts'
import { createTool } from './contract.ts'
import { tools } from './present-tool.ts'

export default serve(createTool)(async (ctx, { body: { name, borrowed = false } }) => {
  const ids = await tools.lockAll(ctx)
  const id = newId(ctx.now.getTime())
  await ctx.run('insert into tool (tenant_id, id, name, borrowed, position) values ($1, $2, $3, $4, $5)', [
    ctx.tenantId,
    id,
    name,
    borrowed,
    ids.length,
  ])
  return tools.read(ctx, id)
})
