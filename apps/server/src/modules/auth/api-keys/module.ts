import * as contracts from '#contracts/auth/api-keys.ts'
import { module } from '#server/platform/module.ts'
import createApiKey from './create-api-key.ts'
import { exported } from './exported.ts'
import listApiKeys from './list-api-keys.ts'
import revokeApiKey from './revoke-api-key.ts'

export default module({
  name: 'api-keys',
  implements: contracts,
  handlers: { createApiKey, listApiKeys, revokeApiKey },
  exported,
  counts: {
    apiKeys: {
      text: 'select count(*) as n from api_key where tenant_id = $1 and revoked_at is null',
      noun: 'API keys',
      limit: 'apiKeys',
    },
  },
})
