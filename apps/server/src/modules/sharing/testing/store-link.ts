/** Share links that a tenant created before it changed to a lower plan. */

import type { Platform, TenantContext } from '#server/platform/context.ts'
import { kyselyOver } from '#server/platform/db/named-dialect.ts'
import { newId } from '#server/platform/ids.ts'
import { newToken, storeToken } from '../links/tokens.ts'
import { startPairing } from '../screens/pairing.ts'

export const storeLink = async (
  ctx: TenantContext,
  name: string,
  kind: 'DASHBOARD' | 'SCREEN',
): Promise<string> => {
  const id = newId(ctx.now.getTime())
  const token = newToken()
  await ctx.db
    .insertInto('share_link')
    .values({
      tenant_id: ctx.tenantId,
      id,
      kind,
      name,
      contents: ['OVERVIEW'],
      token_hash: token.hash,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .execute()
  await storeToken(ctx, id, token)
  return id
}

/** A code that a wall currently shows. */
export const waitingCode = async (platform: Platform): Promise<string> =>
  (await startPairing({ platform, directory: kyselyOver(platform.databases.app), now: platform.clock.now() }))
    .code
