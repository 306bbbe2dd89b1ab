import { getMetrics } from '#contracts/system.ts'
import type { Platform } from '#server/platform/context.ts'
import { readBacklogs } from '#server/platform/events/backlogs.ts'
import { serve } from '#server/platform/http/serve.ts'
import { type Exposition, expositionType, openExposition } from '#server/platform/metrics/exposition.ts'
import { withTimeout } from '#server/platform/with-timeout.ts'

/** Milliseconds; scrapers usually wait ten seconds, and the other numbers matter most while the database is down. */
const databaseMs = 2000

const expositions = new WeakMap<Platform, Promise<Exposition>>()

const expositionOf = (platform: Platform): Promise<Exposition> => {
  const known = expositions.get(platform) ?? openExposition(platform)
  expositions.set(platform, known)
  return known
}

export default serve(getMetrics)(async ({ platform }) => {
  const exposition = await expositionOf(platform)
  const waiting = await withTimeout(
    databaseMs,
    readBacklogs(platform).catch(() => undefined),
  )
  return { contentType: expositionType, body: await exposition.text(waiting) }
})
