import { serve } from '#server/platform/http/serve.ts'
import { listTools } from './contract.ts'
import { tools } from './present-tool.ts'

export default serve(listTools)((ctx, { query }) => tools.list(ctx, query, { borrowed: query.borrowed }))
