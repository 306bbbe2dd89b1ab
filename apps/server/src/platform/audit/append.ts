/**
 * Appends entries to a tenant's chain with the last statements before the commit. The row of both ends is locked
 * first and nothing is locked after it, so changes of one tenant wait only here and cannot deadlock.
 */
import { randomBytes } from 'node:crypto'
import type { TenantContext } from '../context.ts'
import { newId } from '../ids.ts'
import {
  beforeTheFirst,
  type ChainEnds,
  type ChainEntry,
  epochOf,
  hashOf,
  isSame,
  macOfChanges,
  macOfEnds,
  type StoredEntry,
} from './chain.ts'
import type { Change } from './changes.ts'
import { monthOf, type TallyKey, tallyArrays } from './tally.ts'

export interface AuditDraft {
  readonly at: Date
  readonly actorKind: string
  readonly actorId: string
  readonly actorName: string
  readonly action: string
  readonly target: string | null
  readonly targetName: string
  readonly requestId: string
  readonly source: string | null
  readonly fields: readonly string[]
  /** values before and after; empty: not recorded */
  readonly changes: readonly Change[]
}

export interface Head extends ChainEnds {
  readonly secret: Buffer
}

const purposeOf = (tenantId: string): string => `audit:${tenantId}`

export const sealKey = (ctx: TenantContext, secret: Buffer): string =>
  ctx.platform.keys.encrypt(purposeOf(ctx.tenantId), secret.toString('base64url'))

/** @returns undefined if no known SECRET can decrypt it */
export const openKey = (ctx: TenantContext, sealed: string): Buffer | undefined => {
  const text = ctx.platform.keys.decrypt(purposeOf(ctx.tenantId), sealed)
  return text === undefined ? undefined : Buffer.from(text, 'base64url')
}

export const entryColumns = `seq, id, extract(epoch from at)::text as at, actor_kind, actor_id, action, target, request_id, source, fields, hash, changes::text as changes, changes_mac`

/** Batch size for chaining older entries. */
const adoptedAtOnce = 1000

const writeHead = `update audit_head set seq = $2, hash = $3, first_seq = $4, first_hash = $5, key = $6, mac = $7 where tenant_id = $1`

/** Writes both ends with their MAC. The key is re-encrypted each time, so that it survives a change of SECRET. */
export const saveHead = async (ctx: TenantContext, { secret, ...ends }: Head): Promise<void> => {
  await ctx.run(writeHead, [
    ctx.tenantId,
    ends.seq,
    ends.hash,
    ends.first_seq,
    ends.first_hash,
    sealKey(ctx, secret),
    macOfEnds(secret, ctx.tenantId, ends),
  ])
}

/** @param first number of the first of its four parameters */
const addTally = (
  first: number,
): string => `insert into audit_tally (tenant_id, month, actor_id, action, entries)
  select $1, * from unnest($${first}::date[], $${first + 1}::text[], $${first + 2}::text[], $${first + 3}::int[])
  on conflict (tenant_id, month, actor_id, action) do update set entries = audit_tally.entries + excluded.entries`
const tallyAdopted = addTally(2)

/** Chains entries that are older than the chain. @returns the new end and the number of entries */
const adopt = async (ctx: TenantContext, start: Head): Promise<{ head: Head; count: number }> => {
  let head = start
  for (let count = 0; ; ) {
    const rows = await ctx.run<StoredEntry>(
      `select ${entryColumns} from audit_entry where tenant_id = $1 and seq is null and hash is null order by audit_entry.at, id limit ${adoptedAtOnce}`,
      [ctx.tenantId],
    )
    if (rows.length === 0) return { head, count }
    const links: { id: string; seq: number; hash: Buffer }[] = []
    let { seq, hash } = head
    for (const row of rows) {
      seq++
      const link = { id: row.id, seq, hash: hashOf(head.secret, ctx.tenantId, hash, { ...row, seq }) }
      hash = link.hash
      links.push(link)
    }
    await ctx.run('select adopt_audit_entries($1::uuid[], $2::bigint[], $3::bytea[])', [
      links.map(({ id }) => id),
      links.map((link) => link.seq),
      links.map((link) => link.hash),
    ])
    const tallyKeys = rows.map(
      (row): TallyKey => ({
        month: monthOf(new Date(Number(row.at) * 1000)),
        actorId: row.actor_id,
        action: row.action,
      }),
    )
    await ctx.run(tallyAdopted, [ctx.tenantId, ...tallyArrays(tallyKeys)])
    head = { ...head, seq, hash }
    count += rows.length
  }
}

interface HeadRow extends ChainEnds {
  readonly key: string
  readonly mac: Uint8Array
}

const selectHead = 'select seq, hash, first_seq, first_hash, key, mac from audit_head where tenant_id = $1'
const selectHeadLocked = `${selectHead} for update`

/** Numbered entries without a head mean tampering; the chain continues after them, so `audit verify` reports it. */
const insertHead = `insert into audit_head (tenant_id, seq, hash, first_seq, first_hash, key, mac)
  select $1, coalesce(max(e.seq), 0), coalesce((array_agg(e.hash order by e.seq desc) filter (where e.seq is not null))[1], $2), coalesce(min(e.seq) - 1, 0), $2, $3, $2
  from audit_entry e where e.tenant_id = $1 and e.seq is not null
  on conflict (tenant_id) do nothing returning seq, hash, first_seq, first_hash`

const startChain = async (ctx: TenantContext): Promise<Head | undefined> => {
  const secret = randomBytes(32)
  const [made] = await ctx.run<ChainEnds>(insertHead, [ctx.tenantId, beforeTheFirst, sealKey(ctx, secret)])
  if (!made) return undefined
  const { head, count } = await adopt(ctx, { ...made, secret })
  await saveHead(ctx, head)
  if (count === 0) return head
  // Records a late start: somebody who deletes the chain to have its entries chained again leaves this entry.
  return append(ctx, head, [
    {
      at: ctx.now,
      actorKind: 'SYSTEM',
      actorId: 'audit',
      actorName: 'Wellkept',
      action: 'audit.chainStarted',
      target: String(count),
      targetName: '',
      requestId: ctx.requestId,
      source: null,
      fields: [],
      changes: [],
    },
  ])
}

/**
 * Used when the ends were changed or SECRET was lost. People can go on working, but the chain must not look intact:
 * one number is skipped, which `audit verify` reports as long as entries are kept.
 */
const leaveGap = async (ctx: TenantContext, ends: ChainEnds, secret: Buffer, why: string): Promise<Head> => {
  ctx.platform.log.error({ tenantId: ctx.tenantId, seq: ends.seq }, why)
  const { hash, first_seq, first_hash } = ends
  const head = { seq: ends.seq + 1, hash, first_seq, first_hash, secret }
  await saveHead(ctx, head)
  return head
}

/** Locks the tenant's chain until the commit and returns its ends; starts the chain if there is none. */
export const lockHead = async (ctx: TenantContext): Promise<Head> => {
  const [row] = await ctx.run<HeadRow>(selectHeadLocked, [ctx.tenantId])
  if (!row) return (await startChain(ctx)) ?? lockHead(ctx)
  const { key, mac, ...ends } = row
  const secret = openKey(ctx, key)
  if (!secret)
    return leaveGap(
      ctx,
      ends,
      randomBytes(32),
      'The key of the audit log cannot be decrypted with this SECRET',
    )
  if (!isSame(mac, macOfEnds(secret, ctx.tenantId, ends)))
    return leaveGap(
      ctx,
      ends,
      secret,
      'The record of the ends of the audit chain differs from what was written',
    )
  return { ...ends, secret }
}

const hasOnlyOld = `select exists (select from audit_entry where tenant_id = $1)
    and not exists (select from audit_head where tenant_id = $1)
    and not exists (select from audit_entry where tenant_id = $1 and seq is not null) as old`

/** Starts the chain of a tenant that has only older entries. */
export const chainOldEntries = async (ctx: TenantContext): Promise<void> => {
  const [found] = await ctx.run<{ old: boolean }>(hasOnlyOld, [ctx.tenantId])
  if (found?.old) await lockHead(ctx)
}

/** Reads the head without a lock. */
export const readHead = async (ctx: TenantContext): Promise<HeadRow | undefined> => {
  const [row] = await ctx.run<HeadRow>(selectHead, [ctx.tenantId])
  return row
}

/**
 * One statement for any number of entries; their fields are JSON, since arrays of different lengths cannot be
 * nested.
 */
const insertEntries = `with entry as (
    insert into audit_entry (tenant_id, id, at, actor_kind, actor_id, actor_name, action, target, target_name, request_id, source, fields, seq, hash, changes, changes_mac)
    select $1, n.id, n.at, n.actor_kind, n.actor_id, n.actor_name, n.action, n.target, n.target_name, n.request_id, n.source,
      array(select f.name from jsonb_array_elements_text(n.fields) with ordinality as f (name, place) order by f.place), n.seq, n.hash,
      n.changes::json, n.changes_mac
    from unnest($9::uuid[], $10::timestamptz[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[],
      $17::text[], $18::text[], $19::jsonb[], $20::bigint[], $21::bytea[], $22::text[], $23::bytea[])
      as n (id, at, actor_kind, actor_id, actor_name, action, target, target_name, request_id, source, fields, seq, hash, changes,
        changes_mac)
    returning 1),
  tally as (${addTally(5)})
  update audit_head set seq = $2, hash = $3, mac = $4 where tenant_id = $1`

const append = async (ctx: TenantContext, head: Head, drafts: readonly AuditDraft[]): Promise<Head> => {
  let { seq, hash } = head
  const rows = drafts.map((draft) => {
    seq++
    const entry: ChainEntry = {
      seq,
      id: newId(draft.at.getTime()),
      at: epochOf(draft.at),
      actor_kind: draft.actorKind,
      actor_id: draft.actorId,
      action: draft.action,
      target: draft.target,
      request_id: draft.requestId,
      source: draft.source,
      fields: draft.fields,
    }
    hash = hashOf(head.secret, ctx.tenantId, hash, entry)
    const changes = draft.changes.length === 0 ? null : JSON.stringify(draft.changes)
    const mac = changes === null ? null : macOfChanges(head.secret, ctx.tenantId, hash, changes)
    return { id: entry.id, seq, hash, changes, mac }
  })
  const next = { ...head, seq, hash }
  const tallyKeys = drafts.map(({ at, actorId, action }) => ({ month: monthOf(at), actorId, action }))
  await ctx.run(insertEntries, [
    ctx.tenantId,
    seq,
    hash,
    macOfEnds(head.secret, ctx.tenantId, next),
    ...tallyArrays(tallyKeys),
    rows.map(({ id }) => id),
    drafts.map(({ at }) => at),
    drafts.map(({ actorKind }) => actorKind),
    drafts.map(({ actorId }) => actorId),
    drafts.map(({ actorName }) => actorName),
    drafts.map(({ action }) => action),
    drafts.map(({ target }) => target),
    drafts.map(({ targetName }) => targetName),
    drafts.map(({ requestId }) => requestId),
    drafts.map(({ source }) => source),
    drafts.map(({ fields }) => JSON.stringify(fields)),
    rows.map((row) => row.seq),
    rows.map((row) => row.hash),
    rows.map(({ changes }) => changes),
    rows.map(({ mac }) => mac),
  ])
  return next
}

/** Takes two round trips for any number of entries. */
export const appendEntries = async (ctx: TenantContext, drafts: readonly AuditDraft[]): Promise<void> => {
  await append(ctx, await lockHead(ctx), drafts)
}
