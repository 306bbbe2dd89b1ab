/** Idempotency-Key: repeats get the first successful answer, stored in the transaction of the effect for 24 hours. */
import { createHash } from 'node:crypto'
import type { TenantContext } from '../context.ts'
import { conflict, invalid, ServiceError } from '../errors.ts'

export interface StoredAnswer {
  readonly status: number
  /** body as sent */
  readonly body: string
}

const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, canonical(item)]),
  )
}

/** @throws ServiceError VALIDATION_ERROR unless 1 to 255 visible ASCII characters */
export const readIdempotencyKey = (header: string | string[] | undefined): string | undefined => {
  if (header === undefined) return undefined
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(header))
    throw invalid('Idempotency-Key', 'must be 1 to 255 visible characters')
  return header
}

interface IdempotentRequest {
  /** id of the person or key, or QR code and source of a visitor */
  readonly caller: string
  readonly route: string
  readonly key: string
  readonly body: unknown
  /** the answer contains a secret, so it is stored encrypted */
  readonly secret?: boolean
}

/**
 * Runs `work` successfully at most once for this key; repeats get its stored answer. An error is not stored, so the
 * request can be repeated when its cause is gone (decision 0080).
 * @throws ServiceError CONFLICT while the first request runs, IDEMPOTENCY_KEY_REUSED for another body, or the error
 * of `work`
 */
export const once = async (
  ctx: TenantContext,
  { caller, route, key, body, secret = false }: IdempotentRequest,
  work: () => Promise<StoredAnswer>,
): Promise<StoredAnswer> => {
  const fingerprint = createHash('sha256')
    .update(JSON.stringify(canonical(body)) ?? '')
    .digest('base64url')
  const lock = createHash('sha256')
    .update([ctx.tenantId, caller, route, key].join('\0'))
    .digest()
    .readBigInt64BE()
  const [held] = await ctx.run<{ held: boolean }>('select pg_try_advisory_xact_lock($1) as held', [lock])
  // guard: key-runs-once
  if (!held?.held) throw conflict('A request with this Idempotency-Key is still running')
  const { keys } = ctx.platform
  const [before] = await ctx.run<StoredAnswer & { fingerprint: string }>(
    `select status, body, fingerprint from idempotency
     where tenant_id = $1 and caller = $2 and route = $3 and key = $4 and created_at > $5 and status < 400`,
    [ctx.tenantId, caller, route, key, new Date(ctx.now.getTime() - 24 * 3600_000)],
  )
  // guard: key-first-answer
  if (before) {
    // guard: key-of-one-body
    if (before.fingerprint !== fingerprint) {
      throw new ServiceError('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used with another body')
    }
    ctx.outcome.replayed = true
    // Instances of an older version stored it as plain JSON.
    const isEncrypted = secret && !before.body.startsWith('{')
    const text = isEncrypted ? keys.decrypt('idempotency', before.body) : before.body
    // SECRET has changed since: the effect remains, but its answer cannot be decrypted.
    if (text === undefined) throw conflict('The first answer to this Idempotency-Key cannot be shown again')
    return { status: before.status, body: text }
  }
  const answer = await work()
  const stored = secret ? keys.encrypt('idempotency', answer.body) : answer.body
  await ctx.run(
    `insert into idempotency (tenant_id, caller, route, key, fingerprint, status, body, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (tenant_id, caller, route, key) do update
       set fingerprint = excluded.fingerprint, status = excluded.status, body = excluded.body, created_at = excluded.created_at`,
    [ctx.tenantId, caller, route, key, fingerprint, answer.status, stored, ctx.now],
  )
  return answer
}
