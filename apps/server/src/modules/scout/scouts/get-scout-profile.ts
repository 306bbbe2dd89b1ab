import { getScoutProfile } from '#contracts/scout/phone/session.ts'
import { serve } from '#server/platform/http/serve.ts'
import { readScout, presentProfile } from '#server/modules/scout/own/public.ts'

export default serve(getScoutProfile)(async (ctx) => presentProfile(ctx, await readScout(ctx)))
