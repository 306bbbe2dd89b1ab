/** The platform's own audit log: a chain like that of a tenant, appended in the transaction of the change. */
import { randomBytes } from 'node:crypto'
import {
  beforeTheFirst,
  type ChainEntry,
  epochOf,
  hashOf,
  macOfChanges,
  macOfEnds,
} from '#server/platform/audit/chain.ts'
import type { Keys } from '#server/platform/crypto/keys.ts'
import type { TenantTransaction } from '#server/platform/db/tenant-db.ts'
import { newId } from '#server/platform/ids.ts'

export type Run = TenantTransaction['run']

/** Stands where the chain of a tenant has its id. */
export const chainName = 'platform'
const keyPurpose = 'audit:platform'

export interface PlatformChange {
  readonly field: string
  readonly from: string | number | boolean | readonly string[] | null
  readonly to: string | number | boolean | readonly string[] | null
}

export interface PlatformNote {
  readonly at: Date
  /** id null: nobody who is signed in */
  readonly actor: { readonly id: string | null; readonly email: string }
  readonly action: string
  /** id of a tenant, or what else it is about */
  readonly target: string | null
  readonly requestId: string
  readonly reason?: string | null
  readonly changes?: readonly PlatformChange[]
}

export interface HeadRow {
  seq: number
  hash: Uint8Array
  first_seq: number
  first_hash: Uint8Array
  key: string
  mac: Uint8Array
}

const headText = 'select seq, hash, first_seq, first_hash, key, mac from platform_audit_head'
const beginText = `insert into platform_audit_head (seq, hash, first_seq, first_hash, key, mac) values (0, $1, 0, $1, $2, $3)
  on conflict (one) do nothing`
const moveText = 'update platform_audit_head set seq = $1, hash = $2, key = $3, mac = $4'
const insertText = `insert into platform_audit (id, seq, at, actor_id, actor_email, action, target, request_id, changes, changes_mac, hash)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9::json, $10, $11)`

export const openKey = (keys: Keys, sealed: string): Buffer | undefined => {
  const text = keys.decrypt(keyPurpose, sealed)
  return text === undefined ? undefined : Buffer.from(text, 'base64url')
}

export const sealKey = (keys: Keys, secret: Buffer): string =>
  keys.encrypt(keyPurpose, secret.toString('base64url'))

const begin = async (run: Run, keys: Keys): Promise<void> => {
  const secret = randomBytes(32)
  const ends = { seq: 0, hash: beforeTheFirst, first_seq: 0, first_hash: beforeTheFirst }
  await run(beginText, [beforeTheFirst, sealKey(keys, secret), macOfEnds(secret, chainName, ends)])
}

export const lockHead = async (run: Run, keys: Keys): Promise<HeadRow & { readonly secret: Buffer }> => {
  const find = (): Promise<HeadRow[]> => run<HeadRow>(`${headText} for update`, [])
  let [head] = await find()
  if (!head) {
    await begin(run, keys)
    ;[head] = await find()
  }
  const secret = head && openKey(keys, head.key)
  if (!head || !secret) throw new Error('The key of the platform’s audit log cannot be decrypted')
  return { ...head, secret }
}

/** Call it last: changes of all super admins wait here for each other. */
export const appendNote = async (run: Run, keys: Keys, note: PlatformNote): Promise<void> => {
  const head = await lockHead(run, keys)
  const { at, actor, reason = null, changes = [] } = note
  const entry: ChainEntry = {
    seq: head.seq + 1,
    id: newId(at.getTime()),
    at: epochOf(at),
    actor_kind: 'PLATFORM',
    actor_id: actor.id ?? '',
    action: note.action,
    target: note.target,
    request_id: note.requestId,
    source: null,
    fields: [],
  }
  const hash = hashOf(head.secret, chainName, head.hash, entry)
  const told = reason === null && changes.length === 0 ? null : JSON.stringify({ reason, changes })
  await run(insertText, [
    entry.id,
    entry.seq,
    at,
    entry.actor_id,
    actor.email,
    entry.action,
    entry.target,
    entry.request_id,
    told,
    told === null ? null : macOfChanges(head.secret, chainName, hash, told),
    hash,
  ])
  // Sealed again each time, so that it survives a change of SECRET.
  const ends = { ...head, seq: entry.seq, hash }
  await run(moveText, [ends.seq, hash, sealKey(keys, head.secret), macOfEnds(head.secret, chainName, ends)])
}
