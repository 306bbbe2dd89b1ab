/** Activation codes: shown once, for 14 days. */

import { issueCode } from '#server/platform/codes.ts'
import type { TenantContext } from '#server/platform/context.ts'

const days = 14

export interface Activation {
  readonly activationCode: string
  readonly activationUrl: string
  readonly activationExpiresAt: string
}

/** The address has the code behind `#`, so that no log of a server holds it. */
export const activationUrl = (baseUrl: string, code: string): string => `${baseUrl}/scout#code=${code}`

/** A new code of a scout; the one before opens nothing any more. */
export const issueActivation = async (ctx: TenantContext, scoutId: string): Promise<Activation> => {
  const ttlMs = days * 86_400_000
  const code = await issueCode(ctx, { kind: 'scout', subjectId: scoutId, length: 10, ttlMs })
  const shown = `${code.slice(0, 5)}-${code.slice(5)}`
  return {
    activationCode: shown,
    activationUrl: activationUrl(ctx.platform.config.baseUrl, shown),
    activationExpiresAt: new Date(ctx.now.getTime() + ttlMs).toISOString(),
  }
}
