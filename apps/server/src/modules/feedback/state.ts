/** What one running instance remembers for visitors: where codes lead, who sends bursts, what waits to be written. */
import type { Platform } from '#server/platform/context.ts'
import { type Intake, openIntake } from './intake.ts'
import { openPlaces, type Places } from './places.ts'
import { openScans, type Scans } from './scans.ts'
import { type Bursts, openBursts } from './suspicion.ts'

export type { Place } from './places.ts'

export interface VisitorState {
  readonly places: Places
  readonly bursts: Bursts
  readonly intake: Intake
  readonly scans: Scans
}

const states = new WeakMap<Platform, VisitorState>()

export const placesOf = (platform: Platform): VisitorState => {
  let state = states.get(platform)
  if (!state) {
    const places = openPlaces()
    platform.onTenantChange((tenantId) => places.forget(tenantId))
    state = {
      places,
      bursts: openBursts(platform.clock),
      intake: openIntake(platform.databases.intake, platform.wake),
      scans: openScans(platform),
    }
    states.set(platform, state)
  }
  return state
}

/** Writes what is only counted in memory so far; before the process ends. */
export const flushScans = (platform: Platform): Promise<void> =>
  states.get(platform)?.scans.flush() ?? Promise.resolve()
