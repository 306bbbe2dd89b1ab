import type { Handler } from '#server/platform/http/serve.ts'
import createApiKey from './create-api-key.ts'
import listApiKeys from './list-api-keys.ts'
import revokeApiKey from './revoke-api-key.ts'

export const routes: readonly Handler[] = [listApiKeys, createApiKey, revokeApiKey]
