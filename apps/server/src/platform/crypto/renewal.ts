/**
 * While two secrets are set, data under the previous one is re-encrypted each night, so that nothing is lost when
 * it is removed. Each module does so for its own tables (`renews`).
 */
import { forgetOldEntries } from '../audit/forget.ts'
import type { CronJob, TenantContext } from '../context.ts'
import { renewProof } from './secret-proof.ts'

type Renew = (ctx: TenantContext) => Promise<void>

/** Audit retention re-encrypts the key of a chain too; here it happens before the retention's own time. */
const renewChain: Renew = async (ctx) => void (await forgetOldEntries(ctx))

export const renewal = (all: readonly Renew[]): CronJob => ({
  name: 'secret-renewal',
  cron: '7 3 * * *',
  run: async ({ keys, databases }, forEachTenant) => {
    if (!keys.rotating) return
    let failed = false
    // Each module has its own transactions, so that a failure of one does not stop the others.
    for (const renew of [renewChain, ...all])
      await forEachTenant(async (ctx) => {
        try {
          await renew(ctx)
        } catch (error) {
          failed = true
          throw error
        }
      })
    // Only if nothing failed: until then a start without the previous secret must fail.
    if (!failed) await renewProof(databases.worker, keys)
  },
})
