import type { CronJob, Platform } from '#server/platform/context.ts'
import { forgetOldNotes } from './audit/verify.ts'
import { inPlatform } from './in-platform.ts'
import { eraseDue } from './tenants/closing.ts'
import { countUsage } from './usage/count-usage.ts'

const day = 86_400_000

interface Secret {
  id: string
  totp_secret: string
}

/** What a previous SECRET encrypted, under the current one. */
const renewSecrets = async ({ keys }: Platform, run: Parameters<Parameters<typeof inPlatform>[1]>[0]) => {
  for (const { id, totp_secret: sealed } of await run<Secret>(
    'select id, totp_secret from platform_user',
    [],
  )) {
    const renewed = keys.reencrypt('totp', sealed)
    if (renewed !== undefined)
      await run('update platform_user set totp_secret = $2 where id = $1 and totp_secret = $3', [
        id,
        renewed,
        sealed,
      ])
  }
}

export const cronJobs: readonly CronJob[] = [
  {
    name: 'tenant-usage',
    cron: '11 * * * *',
    run: (_platform, forEachTenant) => forEachTenant(countUsage),
  },
  eraseDue,
  {
    name: 'platform-retention',
    cron: '3 3 * * *',
    run: async (platform) => {
      const now = platform.clock.now().getTime()
      await inPlatform(platform, async (run) => {
        await run('delete from platform_session where expires_at < $1', [new Date(now - 30 * day)])
        await run('delete from platform_answer where created_at < $1', [new Date(now - day)])
        await renewSecrets(platform, run)
      })
      await platform.databases.worker.query('delete from announcement where ends_at < $1', [
        new Date(now - 400 * day),
      ])
      await forgetOldNotes(platform)
    },
  },
]
