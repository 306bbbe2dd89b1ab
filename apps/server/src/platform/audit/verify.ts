/** Verifies a tenant's chain from beginning to end. */
import type { Platform, TenantContext } from '../context.ts'
import { tenantContextFor } from '../events/tenant-context.ts'
import { newId } from '../ids.ts'
import { chainOldEntries, entryColumns, openKey, readHead } from './append.ts'
import { type ChainBreak, type StoredEntry, walkChain } from './chain.ts'

const batch = 5000
/** Maximum number of reported entries outside the chain. */
const namedAtMost = 20

export interface Verification {
  readonly entries: number
  /** time of the oldest entry */
  readonly since: Date | undefined
  readonly breaks: readonly ChainBreak[]
}

const page = `select ${entryColumns} from audit_entry
  where tenant_id = $1 and seq > $2 and seq <= $3 and (seq, id) > ($4, $5::uuid) order by seq, id limit ${batch}`
const lowestId = '00000000-0000-0000-0000-000000000000'

const outside = `select seq, id from audit_entry
  where tenant_id = $1 and (seq is null or seq <= $2 or seq > $3) order by seq, id limit ${namedAtMost}`

const oldest = 'select min(at) as at from audit_entry where tenant_id = $1'

const walk = async (ctx: TenantContext): Promise<Verification> => {
  // One snapshot, so that concurrent changes do not look like breaks.
  await ctx.run('set transaction isolation level repeatable read', [])
  const head = await readHead(ctx)
  const [{ at: since } = { at: null }] = await ctx.run<{ at: Date | null }>(oldest, [ctx.tenantId])
  if (!head) {
    const breaks: ChainBreak[] = since ? [{ kind: 'ENDS', seq: undefined, id: undefined }] : []
    return { entries: 0, since: since ?? undefined, breaks }
  }
  const key = openKey(ctx, head.key)
  if (!key) {
    return {
      entries: 0,
      since: since ?? undefined,
      breaks: [{ kind: 'KEY', seq: head.first_seq + 1, id: undefined }],
    }
  }
  const chain = walkChain(key, ctx.tenantId, head, head.mac)
  let last: { seq: number; id: string } = { seq: head.first_seq, id: lowestId }
  for (;;) {
    const rows = await ctx.run<StoredEntry>(page, [ctx.tenantId, head.first_seq, head.seq, last.seq, last.id])
    chain.take(rows)
    const end = rows.at(-1)
    if (!end || rows.length < batch) break
    last = end
  }
  const { entries, breaks } = chain.finish()
  const added = await ctx.run<{ seq: number | null; id: string }>(outside, [
    ctx.tenantId,
    head.first_seq,
    head.seq,
  ])
  return {
    entries,
    since: since ?? undefined,
    breaks: [
      ...breaks,
      ...added.map(({ seq, id }) => ({ kind: 'ADDED', seq: seq ?? undefined, id }) as const),
    ],
  }
}

/** Chains older entries first. */
export const verifyChain = async (platform: Platform, tenantId: string): Promise<Verification> => {
  const inside = tenantContextFor(platform, tenantId, 'audit', newId(platform.clock.now().getTime()))
  await inside(chainOldEntries)
  return inside(walk)
}

const breakTexts: Record<ChainBreak['kind'], string> = {
  CHANGED: 'differs from what was written',
  MISSING: 'and perhaps others after it are missing',
  ADDED: 'is not part of the chain',
  ENDS: 'the record of the chain’s ends differs from what was written',
  KEY: 'the key of the chain cannot be decrypted with this SECRET',
}

const line = ({ kind, seq, id }: ChainBreak): string => {
  const entry = [...(seq === undefined ? [] : [seq]), ...(id === undefined ? [] : [id])].join(' ')
  return kind === 'ENDS' || kind === 'KEY' ? breakTexts[kind] : `entry ${entry} ${breakTexts[kind]}`
}

/**
 * Verifies one tenant or all; prints a line for each, and one for each break.
 * @returns numbers of tenants and of broken ones
 */
export const verifyChains = async (
  platform: Platform,
  slug: string | undefined,
  print: (line: string) => void,
): Promise<{ tenants: number; broken: number }> => {
  const { rows } = await platform.databases.worker.query<{ id: string; slug: string }>(
    'select id, slug from tenant where $1::text is null or slug = $1 order by slug',
    [slug ?? null],
  )
  let broken = 0
  for (const tenant of rows) {
    const { entries, since, breaks } = await verifyChain(platform, tenant.id)
    const from = since ? ` since ${since.toISOString().slice(0, 10)}` : ''
    print(`${breaks.length === 0 ? 'ok ' : 'BAD'} ${tenant.slug}: ${entries} entries${from}`)
    for (const found of breaks) print(`    ${line(found)}`)
    if (breaks.length > 0) broken++
  }
  return { tenants: rows.length, broken }
}
