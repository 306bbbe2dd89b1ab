import { followLive } from '#contracts/live.ts'
import { serve } from '#server/platform/http/serve.ts'

export default serve(followLive)((ctx, { query }) => ctx.follow(query.types))
