/**
 * While two secrets are set, what is kept under the one before comes under the first, each night, so that nothing is
 * lost with the one before. Each module does so for its own tables (`renews`).
 */
import type { Schedule, TenantContext } from '../context.ts'

export const renewal = (all: readonly ((ctx: TenantContext) => Promise<void>)[]): Schedule => ({
  name: 'secret-renewal',
  cron: '7 3 * * *',
  run: async ({ keys }, forEachTenant) => {
    if (!keys.rotating) return
    // Each in transactions of its own: what fails of one module keeps nobody else's from being renewed.
    for (const renew of all) await forEachTenant(renew)
  },
})
