import { getSso } from '#contracts/sso.ts'
import { serve } from '#server/platform/http/serve.ts'
import { presentSso } from './present-sso.ts'

export default serve(getSso)((ctx) => presentSso(ctx))
