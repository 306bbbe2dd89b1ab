/** The memory limits of uploads, shared by all routes that accept them. */
import type { Platform } from '#server/platform/context.ts'
import { type Bodies, openBodies } from './bodies.ts'
import { openSlots, type Slots } from './slots.ts'

const uploadsAtOnce = 4

export interface UploadLimits {
  readonly slots: Slots
  readonly bodies: Bodies
}

const ports = new WeakMap<Platform, UploadLimits>()

export const uploadLimitsOf = (platform: Platform): UploadLimits => {
  const known = ports.get(platform)
  if (known) return known
  const port = {
    slots: openSlots({ atOnce: uploadsAtOnce, waitingAtMost: 20, waitMs: 3000 }),
    bodies: openBodies(platform.config.rateLimits !== 'off'),
  }
  ports.set(platform, port)
  return port
}
