import { getSettings } from '#contracts/admin/settings.ts'
import { serve } from '#server/platform/http/serve.ts'
import { readSettings } from './public.ts'

export default serve(getSettings)((ctx) => readSettings(ctx))
