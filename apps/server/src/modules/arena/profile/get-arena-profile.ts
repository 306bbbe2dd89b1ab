import { getArenaProfile } from '#contracts/arena.ts'
import { serve } from '#server/platform/http/serve.ts'
import { asPlayer, presentProfile } from './present-profile.ts'

export default serve(getArenaProfile)((ctx) => presentProfile(asPlayer(ctx)))
