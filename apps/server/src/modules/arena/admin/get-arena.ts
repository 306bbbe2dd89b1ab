import { getArena } from '#contracts/arena/admin.ts'
import { serve } from '#server/platform/http/serve.ts'
import { presentArena } from './present-arena.ts'

export default serve(getArena)((ctx) => presentArena(ctx))
