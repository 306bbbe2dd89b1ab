/** Auth strategy of providers that call this service: they sign the bytes of the body, so those are verified before anything reads them. */
import type { Provider } from '#contracts/kit/endpoint.ts'
import type { Platform, SignedContext } from '../../context.ts'
import { kyselyOver } from '../../db/named-dialect.ts'
import { inTenant } from '../../db/tenant-db.ts'
import { unauthorized, unavailable } from '../../errors.ts'
import { present } from '../answer.ts'
import { checkCall } from '../read-call.ts'
import { type AuthStrategy, tenantContext } from './strategy.ts'

/** How a provider signs, and what a signed body says. */
export interface Signer {
  /** whether the secrets are there without which nothing can be verified */
  readonly isConfigured: (platform: Platform) => boolean
  /** whether the headers have the form of a signature at all */
  readonly isSigned: (headers: Readonly<Record<string, string | string[] | undefined>>) => boolean
  readonly verify: (
    platform: Platform,
    headers: Readonly<Record<string, string | string[] | undefined>>,
    raw: Buffer,
    now: Date,
  ) => boolean
  /** @throws ServiceError VALIDATION_ERROR for bytes that are not in the provider's form */
  readonly parse: (raw: Buffer, contentType: string) => unknown
}

export type Signers = Readonly<Partial<Record<Provider, Signer>>>

const bytesOf = (body: unknown): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))

export const openSignedAuth = (platform: Platform, signers: Signers): AuthStrategy => {
  const directory = kyselyOver(platform.databases.app)
  return async ({ spec, run }, request) => {
    const { clock, config, databases } = platform
    const signer = spec.access.kind === 'signed' ? signers[spec.access.by] : undefined
    if (!signer) throw unauthorized()
    const raw = bytesOf(request.body)
    const now = clock.now()
    if (!signer.isSigned(request.headers)) throw unauthorized()
    if (!signer.isConfigured(platform)) throw unavailable('This integration is not set up on this service')
    if (!signer.verify(platform, request.headers, raw, now)) throw unauthorized()
    const body = signer.parse(raw, request.headers['content-type'] ?? '')
    const input = checkCall(spec, { params: request.params, query: {}, body })
    const ctx: SignedContext = {
      platform,
      requestId: request.id,
      now,
      directory,
      headers: request.headers,
      inTenant: (tenantId, mode, actor, work) =>
        inTenant(databases.app, tenantId, mode, (transaction) =>
          work(tenantContext(transaction, { platform, tenantId, actor, requestId: request.id, now })),
        ),
    }
    return present(spec, input, await run(ctx as never, input as never), config.checkReplies)
  }
}
