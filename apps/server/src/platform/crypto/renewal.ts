/**
 * While two secrets are set, what is kept under the one before comes under the first, each night, so that nothing is
 * lost with the one before. Each module does so for its own tables (`renews`).
 */
import { forgetOldEntries } from '../audit/forget.ts'
import type { CronJob, TenantContext } from '../context.ts'
import { renewProof } from './secret-proof.ts'

type Renew = (ctx: TenantContext) => Promise<void>

/** Audit retention seals the key of a chain anew; here too, so that the one before is not needed until its hour. */
const renewChain: Renew = async (ctx) => void (await forgetOldEntries(ctx))

export const renewal = (all: readonly Renew[]): CronJob => ({
  name: 'secret-renewal',
  cron: '7 3 * * *',
  run: async ({ keys, databases }, forEachTenant) => {
    if (!keys.rotating) return
    let failed = false
    // Each in transactions of its own: what fails of one module keeps nobody else's from being renewed.
    for (const renew of [renewChain, ...all])
      await forEachTenant(async (ctx) => {
        try {
          await renew(ctx)
        } catch (error) {
          failed = true
          throw error
        }
      })
    // Until nothing needs the one before, a start without it is refused.
    if (!failed) await renewProof(databases.worker, keys)
  },
})
