/**
 * A change by a super admin: what it changes in a tenant, its line in the platform's audit log and, under an
 * Idempotency-Key, its answer are one transaction.
 */
import { createHash } from 'node:crypto'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import type { Actor, PlatformContext, TenantContext } from '#server/platform/context.ts'
import { inTenant } from '#server/platform/db/tenant-db.ts'
import { conflict, ServiceError } from '#server/platform/errors.ts'
import { appendNote, type PlatformChange, type Run } from './audit/append.ts'

/** As whom tenants see the platform; no name of a person. */
export const support = { kind: 'PLATFORM', id: 'platform', name: 'Wellkept support' } as const
const inside: Actor = { kind: 'SYSTEM', id: support.id, name: support.name }

export interface Told {
  readonly reason?: string
  readonly changes?: readonly PlatformChange[]
  /** default: the tenant of the transaction */
  readonly target?: string | null
}

interface Work<T> {
  readonly spec: Pick<Endpoint, 'name'>
  /** of the tenant, or an id of nobody where no tenant is changed */
  readonly tenantId: string
  readonly body: unknown
  /** @param tell what the audit log says; without a call nothing was changed, and nothing is said */
  readonly run: (tenant: TenantContext, tell: (told: Told) => void) => Promise<T>
}

interface StoredAnswer {
  body: string
  fingerprint: string
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

const lockText = 'select pg_try_advisory_xact_lock($1) as held'
const storedText = `select body, fingerprint from platform_answer
  where caller = $1 and route = $2 and key = $3 and created_at > $4`
const storeText = `insert into platform_answer (caller, route, key, fingerprint, body, created_at) values ($1, $2, $3, $4, $5, $6)
  on conflict (caller, route, key) do update
    set fingerprint = excluded.fingerprint, body = excluded.body, created_at = excluded.created_at`

/** Once for each Idempotency-Key of a super admin within a day; the answer may hold a token, so it is encrypted. */
const once = async <T>(
  { platform, actor, now, idempotencyKey: key, onReplay }: PlatformContext,
  run: Run,
  { spec, body, tenantId }: Pick<Work<T>, 'spec' | 'body' | 'tenantId'>,
  subject: string | undefined,
  work: () => Promise<T>,
): Promise<T> => {
  if (key === undefined) return work()
  const fingerprint = digest(JSON.stringify([subject ?? tenantId, body])).toString('base64url')
  const [lock] = await run<{ held: boolean }>(lockText, [
    digest([actor.id, spec.name, key].join('\0')).readBigInt64BE(),
  ])
  if (!lock?.held) throw conflict('A request with this Idempotency-Key is still running')
  const since = new Date(now.getTime() - 86_400_000)
  const [before] = await run<StoredAnswer>(storedText, [actor.id, spec.name, key, since])
  if (before) {
    if (before.fingerprint !== fingerprint)
      throw new ServiceError('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used with another body')
    const text = platform.keys.decrypt('idempotency', before.body)
    if (text === undefined) throw conflict('The first answer to this Idempotency-Key cannot be shown again')
    onReplay()
    return JSON.parse(text) as T
  }
  const answer = await work()
  const sealed = platform.keys.encrypt('idempotency', JSON.stringify(answer))
  await run(storeText, [actor.id, spec.name, key, fingerprint, sealed, now])
  return answer
}

/** @param subject what a repeat is about, where `tenantId` is a new one each time */
export const change = <T>(ctx: PlatformContext, work: Work<T>, subject?: string): Promise<T> => {
  const { platform, actor, now, requestId } = ctx
  return inTenant(platform.databases.app, work.tenantId, 'write', async (transaction) => {
    const tenant: TenantContext = {
      ...transaction,
      platform,
      requestId,
      now,
      tenantId: work.tenantId,
      actor: inside,
    }
    let told: Told | undefined
    const answer = await once(ctx, transaction.run, work, subject, () =>
      work.run(tenant, (said) => {
        told = said
      }),
    )
    transaction.afterCommit(() => platform.tenantChanged(work.tenantId))
    const said = told
    if (said)
      transaction.beforeCommit(() =>
        appendNote(transaction.run, platform.keys, {
          at: now,
          actor,
          action: work.spec.name,
          target: said.target === undefined ? work.tenantId : said.target,
          requestId,
          ...(said.reason === undefined ? {} : { reason: said.reason }),
          ...(said.changes === undefined ? {} : { changes: said.changes }),
        }),
      )
    return answer
  })
}
