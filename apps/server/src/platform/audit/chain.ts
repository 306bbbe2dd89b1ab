/**
 * The chain of a tenant's audit entries, without a database. Each entry's hash is a MAC of the previous hash and
 * the entry under a key of the tenant. Names of people are not included, so that they can be erased.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

export interface ChainEntry {
  readonly seq: number
  readonly id: string
  /** seconds since 1970 with six decimals, as `extract(epoch from at)` returns */
  readonly at: string
  readonly actor_kind: string
  readonly actor_id: string
  readonly action: string
  readonly target: string | null
  readonly request_id: string
  readonly source: string | null
  readonly fields: readonly string[]
}

export type StoredEntry = ChainEntry & {
  readonly hash: Uint8Array | null
  /** values before and after as JSON; not part of the hash, so that they can be erased */
  readonly changes: string | null
  readonly changes_mac: Uint8Array | null
}

/** Both ends: the last entry, and the one before the oldest kept entry. */
export interface ChainEnds {
  readonly seq: number
  readonly hash: Uint8Array
  readonly first_seq: number
  readonly first_hash: Uint8Array
}

export const beforeTheFirst = new Uint8Array(32)

/** A time as `extract(epoch from at)` returns it. */
export const epochOf = (at: Date): string => {
  const ms = at.getTime()
  return `${Math.floor(ms / 1000)}.${String(((ms % 1000) + 1000) % 1000).padStart(3, '0')}000`
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** JSON delimits the parts, so different entries never have the same text. */
const macOf = (
  key: Buffer,
  kind: 'entry' | 'ends' | 'changes',
  tenantId: string,
  parts: readonly unknown[],
): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify([kind, tenantId, ...parts]))
    .digest()

export const hashOf = (key: Buffer, tenantId: string, before: Uint8Array, entry: ChainEntry): Buffer =>
  macOf(key, 'entry', tenantId, [
    hex(before),
    entry.seq,
    entry.id,
    entry.at,
    entry.actor_kind,
    entry.actor_id,
    entry.action,
    entry.target,
    entry.request_id,
    entry.source,
    entry.fields,
  ])

export const macOfEnds = (key: Buffer, tenantId: string, ends: ChainEnds): Buffer =>
  macOf(key, 'ends', tenantId, [ends.seq, hex(ends.hash), ends.first_seq, hex(ends.first_hash)])

/** Includes the entry's hash, so that values cannot be moved to another entry. */
export const macOfChanges = (key: Buffer, tenantId: string, hash: Uint8Array, changes: string): Buffer =>
  macOf(key, 'changes', tenantId, [hex(hash), changes])

export const isSame = (a: Uint8Array | null, b: Uint8Array): boolean =>
  a !== null && a.length === b.length && timingSafeEqual(a, b)

/**
 * CHANGED  an entry or its values differ from what was written
 * MISSING  entries were removed
 * ADDED    an entry is not part of the chain
 * ENDS     the record of both ends is missing or differs
 * KEY      the chain's key cannot be decrypted with this SECRET
 */
export interface ChainBreak {
  readonly kind: 'CHANGED' | 'MISSING' | 'ADDED' | 'ENDS' | 'KEY'
  /** number of the first broken entry; undefined if it has none */
  readonly seq: number | undefined
  readonly id: string | undefined
}

/** No values: they were erased, or there were none. */
const hasItsChanges = (
  key: Buffer,
  tenantId: string,
  { hash, changes, changes_mac: mac }: StoredEntry,
): boolean => hash === null || changes === null || isSame(mac, macOfChanges(key, tenantId, hash, changes))

export interface ChainWalk {
  /** Takes entries after `first_seq` in order; can be called repeatedly. */
  take(rows: readonly StoredEntry[]): void
  finish(): { entries: number; breaks: readonly ChainBreak[] }
}

/**
 * Consecutive broken entries are one break, reported by the first.
 * @param mac as stored with the ends
 */
export const walkChain = (key: Buffer, tenantId: string, ends: ChainEnds, mac: Uint8Array): ChainWalk => {
  const breaks: ChainBreak[] = isSame(mac, macOfEnds(key, tenantId, ends))
    ? []
    : [{ kind: 'ENDS', seq: ends.seq, id: undefined }]
  let entries = 0
  let last: { seq: number; hash: Uint8Array | null } = { seq: ends.first_seq, hash: ends.first_hash }
  let broken = false
  const note = (kind: ChainBreak['kind'], seq: number | undefined, id: string | undefined): void => {
    if (!broken) breaks.push({ kind, seq, id })
    broken = true
  }
  const takeOne = (row: StoredEntry): void => {
    entries++
    if (row.seq <= last.seq) {
      note('ADDED', row.seq, row.id)
      return
    }
    if (row.seq > last.seq + 1) {
      // The previous entry is missing, so this one cannot be checked; the next one can.
      note('MISSING', last.seq + 1, undefined)
    } else if (
      last.hash &&
      isSame(row.hash, hashOf(key, tenantId, last.hash, row)) &&
      hasItsChanges(key, tenantId, row)
    )
      broken = false
    else note('CHANGED', row.seq, row.id)
    last = { seq: row.seq, hash: row.hash }
  }
  return {
    take: (rows) => {
      for (const row of rows) takeOne(row)
    },
    finish: () => {
      if (last.seq < ends.seq) note('MISSING', last.seq + 1, undefined)
      else if (last.seq > ends.seq || !isSame(last.hash, ends.hash)) note('ENDS', last.seq, undefined)
      return { entries, breaks }
    },
  }
}
