/** Counts scans of stickers: in memory, written every few seconds in one statement for each tenant. */

import { recordScansOf } from '#server/modules/places/qr-codes/public.ts'
import type { Platform } from '#server/platform/context.ts'
import { tenantContextFor } from '#server/platform/events/tenant-context.ts'
import { newId } from '#server/platform/ids.ts'

const flushMs = 3000
/** A flood of different codes must not fill the memory between two flushes. */
const flushAtCodes = 2000

export interface Scans {
  count(tenantId: string, code: string): void
  /** Writes the counts; at shutdown and in tests. */
  flush(): Promise<void>
}

interface ScanCount {
  scans: number
  lastAt: Date
}

export const openScans = (platform: Platform): Scans => {
  let counted = new Map<string, Map<string, ScanCount>>()
  let codes = 0
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()

  const write = async (): Promise<void> => {
    const batch = counted
    counted = new Map()
    codes = 0
    for (const [tenantId, ofTenant] of batch) {
      const rows = [...ofTenant].map(([code, { scans, lastAt }]) => ({ code, scans, lastAt }))
      try {
        await tenantContextFor(
          platform,
          tenantId,
          'scans',
          newId(Date.now()),
        )((ctx) => {
          // Otherwise each scan would invalidate the cached page of its own code.
          ctx.skipInvalidation()
          return recordScansOf(ctx, rows)
        })
      } catch (error) {
        platform.log.warn({ err: error, tenantId }, 'Scans could not be counted')
      }
    }
  }

  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    running = running.then(write)
    return running
  }

  return {
    flush,
    count: (tenantId, code) => {
      let ofTenant = counted.get(tenantId)
      if (!ofTenant) {
        ofTenant = new Map()
        counted.set(tenantId, ofTenant)
      }
      const before = ofTenant.get(code)
      if (!before) codes++
      ofTenant.set(code, { scans: (before?.scans ?? 0) + 1, lastAt: platform.clock.now() })
      if (codes >= flushAtCodes) void flush()
      else timer ??= setTimeout(() => void flush(), flushMs).unref()
    },
  }
}
