/** Audit entries: one for every change by a person or key, in the transaction of the change. */
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import { type AuditDraft, appendEntries } from '../audit/append.ts'
import { type Change, changesBetween, valuesOf } from '../audit/changes.ts'
import type { TenantContext } from '../context.ts'
import { deviceName } from '../device-name.ts'

export interface AuditRecord {
  /** module.verb, e.g. auth.resetPassword */
  readonly action: string
  /** id or code of the changed record; null: the tenant or the person themselves */
  readonly target: string | null
  /** names of the sent fields, never values */
  readonly fields: readonly string[]
  /** values before and after; absent: not recorded */
  readonly changes?: readonly Change[]
  /** display name of the target */
  readonly targetName?: string
  /** User-Agent of the request; absent: unknown */
  readonly userAgent?: string
  /** what it came through where that is no browser, e.g. Slack; takes the place of the User-Agent */
  readonly source?: string
  /** who did it; default `ctx.actor`, which then must not be a visitor */
  readonly actor?: {
    readonly kind: 'USER' | 'KEY' | 'SYSTEM' | 'PLATFORM'
    readonly id: string
    readonly name: string
  }
}

/** Entries of open transactions, which are identified by their `outcome` object. */
const waiting = new WeakMap<TenantContext['outcome'], AuditDraft[]>()

/**
 * Adds an entry to the tenant's chain. It is written just before the commit, and dropped if the transaction or the
 * current savepoint rolls back.
 */
export const recordAudit = (ctx: TenantContext, record: AuditRecord): void => {
  const actor = record.actor ?? ctx.actor
  if (actor.kind === 'VISITOR') throw new Error('The audit log names people, keys and Wellkept, not visitors')
  const draft: AuditDraft = {
    at: ctx.now,
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    action: record.action,
    target: record.target,
    targetName: record.targetName ?? '',
    requestId: ctx.requestId,
    source: record.source ?? (actor.kind === 'KEY' ? 'API' : deviceName(record.userAgent ?? '') || null),
    fields: record.fields,
    changes: record.changes ?? [],
  }
  ctx.beforeCommit(async () => {
    const drafts = waiting.get(ctx.outcome)
    if (drafts) {
      drafts.push(draft)
      return
    }
    waiting.set(ctx.outcome, [draft])
    // Registered again so that it runs after all other steps: the lock on the chain is then taken last and once.
    ctx.beforeCommit(async () => {
      const all = waiting.get(ctx.outcome) ?? []
      waiting.delete(ctx.outcome)
      await appendEntries(ctx, all)
    })
  })
}

/** One of several records changed by a call. */
export interface AuditTarget {
  readonly id: string
  readonly name: string
  /** default: those of the call */
  readonly fields?: readonly string[]
  readonly changes?: readonly Change[]
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const namesIn = (schema: unknown): string[] =>
  isRecord(schema) && isRecord(schema.properties) ? Object.keys(schema.properties) : []

interface RecordBefore {
  readonly record: object
  readonly fields: readonly string[] | undefined
}

/** The record before the change, as its endpoint shows it. */
const recordsBefore = new WeakMap<TenantContext['outcome'], RecordBefore>()

/**
 * Registers the record before a change, read under its lock and as its endpoint shows it; the entry then has both
 * values of the changed fields.
 * @param fields to compare; default: those that the body can set
 */
export const auditBefore = (ctx: TenantContext, record: object, fields?: readonly string[]): void => {
  recordsBefore.set(ctx.outcome, { record, fields })
}

/**
 * Registers the record before a deletion, read under its lock and as its endpoint shows it; the entry then has its
 * values.
 * @param createEndpoint its body lists the fields to record
 */
export const auditGone = (
  ctx: TenantContext,
  record: object,
  createEndpoint: Pick<Endpoint, 'body'>,
): void => {
  recordsBefore.set(ctx.outcome, { record, fields: namesIn(createEndpoint.body) })
}

/** Records changed by the call of a transaction, which is identified by its `outcome` object. */
const changed = new WeakMap<TenantContext['outcome'], readonly AuditTarget[]>()

/**
 * For a call that changes several records: one entry for each, and none if nothing changed. Call it once, after the
 * last change.
 */
export const auditEach = (ctx: TenantContext, targets: readonly AuditTarget[]): void => {
  changed.set(ctx.outcome, targets)
}

const shortName = (name: string): string => name.slice(0, 200)

/** Writes one entry, or one for each record given to `auditEach`. */
export const recordChange = (ctx: TenantContext, record: AuditRecord): void => {
  const targets = changed.get(ctx.outcome)
  if (!targets) {
    recordAudit(ctx, record)
    return
  }
  for (const { id, name, fields = record.fields, changes = [] } of targets)
    recordAudit(ctx, { ...record, target: id, targetName: shortName(name), fields, changes })
}

/** `{privacy: {photos: true}}` → `privacy.photos`. */
const fieldsIn = (body: unknown): string[] =>
  isRecord(body)
    ? Object.entries(body).flatMap(([name, value]) =>
        isRecord(value) && Object.keys(value).length > 0
          ? Object.keys(value).map((inner) => `${name}.${inner}`)
          : [name],
      )
    : []

const textIn = (value: unknown, name: string): string | undefined => {
  const text = isRecord(value) ? value[name] : undefined
  return typeof text === 'string' ? text : undefined
}

interface AuditedCall {
  readonly params: unknown
  readonly body: unknown
  readonly answer: unknown
  readonly userAgent: string
  readonly source?: string
}

/** Tasks are left out because their history has these values. */
const createsRecord = ({ method, status, module }: Endpoint): boolean =>
  method === 'POST' && status === 201 && module !== 'tasks'

/** Answers that show a secret are not recorded, unless the handler names the fields to compare. */
const changesOf = (ctx: TenantContext, spec: Endpoint, answer: unknown): readonly Change[] => {
  const was = recordsBefore.get(ctx.outcome)
  if (!isRecord(answer) || (spec.showsSecret && !was?.fields)) return []
  if (!was) return createsRecord(spec) ? valuesOf('made', namesIn(spec.body), answer) : []
  if (!isRecord(was.record)) return []
  const fields = was.fields ?? namesIn(spec.body)
  return spec.method === 'DELETE'
    ? valuesOf('gone', fields, was.record)
    : changesBetween(fields, was.record, answer)
}

/** Records the change of a call; a dry run changes nothing. */
export const auditCall = (
  ctx: TenantContext,
  spec: Endpoint,
  { params, body, answer, userAgent, source }: AuditedCall,
): void => {
  if (isRecord(body) && body.dryRun === true) return
  const named = isRecord(params)
    ? Object.values(params).find((value) => typeof value === 'string')
    : undefined
  recordChange(ctx, {
    changes: changesOf(ctx, spec, answer),
    action: `${spec.module}.${spec.name}`,
    target: named ?? textIn(answer, 'id') ?? null,
    targetName: shortName(textIn(answer, 'name') ?? textIn(answer, 'title') ?? ''),
    fields: fieldsIn(body).slice(0, 100),
    userAgent,
    ...(source === undefined ? {} : { source }),
  })
}
