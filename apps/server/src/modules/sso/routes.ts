import type { Handler } from '#server/platform/http/serve.ts'
import getSso from './get-sso.ts'
import updateSso from './update-sso.ts'

export const routes: readonly Handler[] = [getSso, updateSso]
