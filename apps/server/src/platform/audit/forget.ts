/** Deletes entries after 400 days; the beginning of the chain moves on. */
import type { TenantContext } from '../context.ts'
import { chainOldEntries, lockHead, readHead, saveHead } from './append.ts'
import { tallyArrays } from './tally.ts'

const keptDays = 400
const atOnce = 10_000

interface DeletedEntry {
  seq: number
  hash: Uint8Array
  month: string
  actor_id: string
  action: string
}

const takeFromTally = `update audit_tally t set entries = t.entries - n.entries
  from unnest($2::date[], $3::text[], $4::text[], $5::int[]) as n (month, actor_id, action, entries)
  where t.tenant_id = $1 and t.month = n.month and t.actor_id = n.actor_id and t.action = n.action`

/** @returns whether there may be more */
export const forgetOldEntries = async (ctx: TenantContext): Promise<boolean> => {
  await chainOldEntries(ctx)
  if (!(await readHead(ctx))) return false
  const head = await lockHead(ctx)
  const until = new Date(ctx.now.getTime() - keptDays * 86_400_000)
  const gone = await ctx.run<DeletedEntry>('select * from forget_audit_entries($1, $2)', [until, atOnce])
  const last = gone.reduce<DeletedEntry | undefined>((a, b) => (a && a.seq > b.seq ? a : b), undefined)
  if (last) {
    await ctx.run(takeFromTally, [
      ctx.tenantId,
      ...tallyArrays(gone.map(({ month, actor_id, action }) => ({ month, actorId: actor_id, action }))),
    ])
    await ctx.run('delete from audit_tally where tenant_id = $1 and entries <= 0', [ctx.tenantId])
  }
  // Also without deletions, since saving re-encrypts the key, so that it survives a change of SECRET.
  await saveHead(ctx, last ? { ...head, first_seq: last.seq, first_hash: last.hash } : head)
  return gone.length === atOnce
}
