import { getMe } from '#contracts/auth.ts'
import { serve } from '#server/platform/http/serve.ts'
import { presentMe } from './present-me.ts'

export default serve(getMe)((ctx) => presentMe(ctx))
