import type { Schedule } from '#server/platform/context.ts'
import { workOffKinds } from '#server/platform/work/due.ts'
import { settleSilentItem } from './change-item.ts'

/** The worker settles each item at its time; this is for whoever wants it now. */
const statusExpiry: Schedule = {
  name: 'status-expiry',
  cron: '31 3 * * *',
  run: (platform) => workOffKinds(platform, new Map([['status.item_silent', settleSilentItem]])),
}

export const schedules: readonly Schedule[] = [statusExpiry]
