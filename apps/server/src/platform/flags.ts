/**
 * Feature flags: kept in the database and polled twice a second by every instance, so that no request asks for them.
 * A tenant's value comes before its plan's, that before the one for everywhere, that before the default in the code.
 */
import type pg from 'pg'
import { type FlagKey, flags } from '#contracts/flags.ts'
import type { Plan } from '#contracts/kit/vocabulary.ts'
import { forbidden } from './errors.ts'

/** As it is kept; what is left out is not decided there. */
interface FlagRow {
  readonly key: string
  readonly everywhere: boolean | null
  readonly plans: Readonly<Partial<Record<Plan, boolean>>>
  /** by tenant id */
  readonly tenants: Readonly<Record<string, boolean>>
}

export interface FlagReader {
  readonly id: string
  readonly plan: Plan
}

export interface Flags {
  isOn(key: FlagKey, tenant: FlagReader): boolean
  /** Reads now; what cannot be read stays as it was. */
  poll(): Promise<void>
  stop(): void
}

const pollEveryMs = 500

const flagValue = (key: FlagKey, row: FlagRow | undefined, { id, plan }: FlagReader): boolean =>
  row?.tenants[id] ?? row?.plans[plan] ?? row?.everywhere ?? flags[key].default

export const openFlags = (pool: pg.Pool): Flags => {
  let rows = new Map<string, FlagRow>()
  let polling: Promise<void> | undefined

  const read = async (): Promise<void> => {
    try {
      const found = await pool.query<FlagRow>({
        name: 'flags',
        text: 'select key, everywhere, plans, tenants from feature_flag',
      })
      rows = new Map(found.rows.map((row) => [row.key, row]))
    } catch {
      // The next poll is half a second away.
    }
  }
  const poll = (): Promise<void> => {
    polling ??= read().finally(() => {
      polling = undefined
    })
    return polling
  }
  const timer = setInterval(() => void poll(), pollEveryMs)
  timer.unref()
  return {
    isOn: (key, tenant) => flagValue(key, rows.get(key), tenant),
    poll,
    stop: () => clearInterval(timer),
  }
}

/** @throws ServiceError FORBIDDEN where the feature is off for the tenant */
export const requireFlag = (read: Flags, key: FlagKey | undefined, tenant: FlagReader): void => {
  if (key !== undefined && !read.isOn(key, tenant)) throw forbidden('This feature is switched off here')
}
