/**
 * Maintenance mode: stored in the database and polled twice a second by every instance, so that no request has to
 * query it. Staff can then read but not write, events wait, and visitors notice nothing.
 */
import type pg from 'pg'
import { ServiceError } from './errors.ts'

export interface MaintenanceState {
  readonly on: boolean
  /** message for staff; may be empty */
  readonly message: string
  readonly since: Date | null
}

export interface Maintenance {
  readonly state: MaintenanceState
  /** Polls now; a failed read changes nothing. */
  poll(): Promise<void>
  /** Resolves when it is stored; other instances see it within a second. */
  set(on: boolean, message: string, now: Date): Promise<MaintenanceState>
  onChange(listener: (on: boolean) => void): void
  stop(): void
}

const pollEveryMs = 500
/** Longer than the apps retry silently, so that they show the message at once. */
const retryAfterSeconds = 120
const usualMessage =
  'Wellkept is under maintenance; everything can be read, and changes will be possible again soon'

/** The error for a change by staff during maintenance. */
export const inMaintenance = ({ message }: MaintenanceState): ServiceError =>
  new ServiceError('SERVICE_UNAVAILABLE', message || usualMessage, {
    // Tells the apps whether the message is the operator's or the default, which they translate.
    headers: { 'retry-after': String(retryAfterSeconds), 'x-maintenance': message ? 'told' : 'on' },
  })

interface MaintenanceRow {
  on: boolean
  message: string
  since: Date | null
}

const columns = 'maintenance as "on", maintenance_message as message, maintenance_since as since'
const off: MaintenanceState = { on: false, message: '', since: null }

export const openMaintenance = (pool: pg.Pool): Maintenance => {
  const listeners: ((on: boolean) => void)[] = []
  let state = off
  let polling: Promise<void> | undefined
  /** number of changes by this instance; a poll that started before one has read an outdated state */
  let changes = 0

  const applyRow = (row: MaintenanceRow | undefined): void => {
    const before = state
    state = row ?? off
    if (before.on !== state.on) for (const listener of listeners) listener(state.on)
  }
  const read = async (): Promise<void> => {
    const known = changes
    try {
      const { rows } = await pool.query<MaintenanceRow>({
        name: 'maintenance',
        text: `select ${columns} from service_state`,
      })
      if (known === changes) applyRow(rows[0])
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
    get state() {
      return state
    },
    poll,
    set: async (on, message, now) => {
      const { rows } = await pool.query<MaintenanceRow>(
        `update service_state set maintenance = $1, maintenance_message = $2,
           maintenance_since = case when not $1 then null else coalesce(maintenance_since, $3) end
         returning ${columns}`,
        [on, message, now],
      )
      changes++
      applyRow(rows[0])
      return state
    },
    onChange: (listener) => void listeners.push(listener),
    stop: () => clearInterval(timer),
  }
}
