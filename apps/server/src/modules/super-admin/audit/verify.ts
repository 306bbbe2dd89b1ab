/** Verifies the platform's chain, and deletes what is older than 400 days. */
import { type ChainBreak, macOfEnds, type StoredEntry, walkChain } from '#server/platform/audit/chain.ts'
import type { Platform } from '#server/platform/context.ts'
import { inPlatform } from '../in-platform.ts'
import { chainName, type HeadRow, openKey } from './append.ts'

const batch = 5000
const keptDays = 400

const headText = 'select seq, hash, first_seq, first_hash, key, mac from platform_audit_head'
const pageText = `select seq, id, extract(epoch from at)::text as at, 'PLATFORM' as actor_kind, actor_id, action, target, request_id,
    null as source, array[]::text[] as fields, hash, changes::text as changes, changes_mac
  from platform_audit where seq > $1 order by seq limit ${batch}`

/** Entries and what is broken; no entry where nobody did anything yet. */
export const verifyPlatformChain = (
  platform: Platform,
): Promise<{ readonly entries: number; readonly breaks: readonly ChainBreak[] }> =>
  inPlatform(platform, async (run) => {
    await run('set transaction isolation level repeatable read', [])
    const [head] = await run<HeadRow>(headText, [])
    if (!head) return { entries: 0, breaks: [] }
    const key = openKey(platform.keys, head.key)
    if (!key) return { entries: 0, breaks: [{ kind: 'KEY', seq: head.first_seq + 1, id: undefined }] }
    const chain = walkChain(key, chainName, head, head.mac)
    for (let last = head.first_seq; ; ) {
      const rows = await run<StoredEntry>(pageText, [last])
      chain.take(rows)
      const end = rows.at(-1)
      if (!end || rows.length < batch) return chain.finish()
      last = end.seq
    }
  })

const goneText = `delete from platform_audit where at < $1 returning seq, hash`
const moveText = 'update platform_audit_head set first_seq = $1, first_hash = $2, mac = $3'

export const forgetOldNotes = async ({ databases, keys, clock }: Platform): Promise<void> => {
  const until = new Date(clock.now().getTime() - keptDays * 86_400_000)
  const client = await databases.worker.connect()
  try {
    await client.query('begin')
    const { rows: heads } = await client.query<HeadRow>(`${headText} for update`)
    const gone = await client.query<{ seq: number; hash: Buffer }>(goneText, [until])
    const last = gone.rows.reduce<{ seq: number; hash: Buffer } | undefined>(
      (a, b) => (a && a.seq > b.seq ? a : b),
      undefined,
    )
    const [head] = heads
    const key = head && openKey(keys, head.key)
    if (head && key && last) {
      const ends = { ...head, first_seq: last.seq, first_hash: last.hash }
      await client.query(moveText, [last.seq, last.hash, macOfEnds(key, chainName, ends)])
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
