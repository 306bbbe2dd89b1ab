import { serve } from '#server/platform/http/serve.ts'
import { createTool, deleteTool } from './contract.ts'
import { tools } from './present-tool.ts'

export default serve(deleteTool)((ctx, { params }) => tools.remove(ctx, params.id, createTool))
