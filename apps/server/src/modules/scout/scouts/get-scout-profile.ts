import { getScoutProfile } from '#contracts/scout/phone/session.ts'
import { presentProfile, readScout } from '#server/modules/scout/own/public.ts'
import { serve } from '#server/platform/http/serve.ts'

export default serve(getScoutProfile)(async (ctx) => presentProfile(ctx, await readScout(ctx)))
