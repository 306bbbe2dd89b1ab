import { getMetrics } from '#contracts/system.ts'
import type { Platform } from '#server/platform/context.ts'
import { readWaiting } from '#server/platform/events/waiting.ts'
import { serve } from '#server/platform/http/serve.ts'
import { inTime } from '#server/platform/in-time.ts'
import { type Exposition, expositionType, openExposition } from '#server/platform/metrics/exposition.ts'

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
  const waiting = await inTime(
    databaseMs,
    readWaiting(platform).catch(() => undefined),
  )
  return { contentType: expositionType, body: await exposition.text(waiting) }
})
