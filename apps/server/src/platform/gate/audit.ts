/** One entry for every change by a person or a key, in the transaction of the change. */
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import { type AuditDraft, appendEntries } from '../audit/append.ts'
import { type Change, changesBetween, valuesOf } from '../audit/changes.ts'
import type { StaffContext, TenantContext } from '../context.ts'
import { deviceName } from '../device-name.ts'

export interface AuditRecord {
  /** module.verb, e.g. auth.resetPassword */
  readonly action: string
  /** id or code of what was changed; null: the tenant or the person themselves */
  readonly target: string | null
  /** names of what was sent, never values */
  readonly fields: readonly string[]
  /** what was and is; left out: nothing is said of it */
  readonly changes?: readonly Change[]
  /** what people call the target */
  readonly targetName?: string
  /** the User-Agent of the request, told in words; left out: not known */
  readonly userAgent?: string
  /** who did it; left out: `ctx.actor`, which then must not be a visitor */
  readonly actor?: { readonly kind: 'USER' | 'KEY' | 'SYSTEM'; readonly id: string; readonly name: string }
}

/** Entries of a transaction that wait for its end; transactions are told apart by their outcome. */
const waiting = new WeakMap<TenantContext['outcome'], AuditDraft[]>()

/**
 * What somebody did, as one entry of the tenant's chain. It is written just before the commit, and not at all when the
 * transaction, or the savepoint in which this was called, is rolled back.
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
    source: actor.kind === 'KEY' ? 'API' : deviceName(record.userAgent ?? '') || null,
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
    // Behind all other steps, so that the lock on the chain is the last one, and once for all entries.
    ctx.beforeCommit(async () => {
      const all = waiting.get(ctx.outcome) ?? []
      waiting.delete(ctx.outcome)
      await appendEntries(ctx, all)
    })
  })
}

/** One of several things that one call changed. */
export interface AuditTarget {
  readonly id: string
  readonly name: string
  /** left out: those of the call */
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

/** The record before the call, as it is shown. */
const recordsBefore = new WeakMap<TenantContext['outcome'], RecordBefore>()

/**
 * The record that a call is about to change, as its endpoint shows it, read under its lock. The entry then says what
 * was and is of the fields that differ in the answer.
 * @param fields those that are compared; left out: those that the body can name
 */
export const auditBefore = (ctx: StaffContext, record: object, fields?: readonly string[]): void => {
  recordsBefore.set(ctx.outcome, { record, fields })
}

/**
 * The record that a call is about to delete, as its endpoints show it, read under its lock. The entry then says what it
 * was, in the fields that can be given to it.
 * @param createEndpoint the endpoint that createsRecord such a record
 */
export const auditGone = (
  ctx: StaffContext,
  record: object,
  createEndpoint: Pick<Endpoint, 'body'>,
): void => {
  recordsBefore.set(ctx.outcome, { record, fields: namesIn(createEndpoint.body) })
}

/** What the call of a transaction changed; transactions are told apart by their outcome. */
const changed = new WeakMap<TenantContext['outcome'], readonly AuditTarget[]>()

/**
 * For a call that changes several things: it leaves one entry for each, so that each is found by its id, and none
 * where nothing was changed. Called once, after the last change.
 */
export const auditEach = (ctx: TenantContext, targets: readonly AuditTarget[]): void => {
  changed.set(ctx.outcome, targets)
}

const shortName = (name: string): string => name.slice(0, 200)

/** One entry, or one for each thing that `auditEach` was told of. */
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
}

/** The history of a task tells what it was made with. */
const createsRecord = ({ method, status, module }: Endpoint): boolean =>
  method === 'POST' && status === 201 && module !== 'tasks'

/** What shows a secret is not looked at. */
const changesOf = (ctx: StaffContext, spec: Endpoint, answer: unknown): readonly Change[] => {
  const was = recordsBefore.get(ctx.outcome)
  if (!isRecord(answer) || spec.showsSecret) return []
  if (!was) return createsRecord(spec) ? valuesOf('made', namesIn(spec.body), answer) : []
  if (!isRecord(was.record)) return []
  const fields = was.fields ?? namesIn(spec.body)
  return spec.method === 'DELETE'
    ? valuesOf('gone', fields, was.record)
    : changesBetween(fields, was.record, answer)
}

/** What an endpoint changed; a dry run changes nothing. */
export const auditCall = (
  ctx: StaffContext,
  spec: Endpoint,
  { params, body, answer, userAgent }: AuditedCall,
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
  })
}
