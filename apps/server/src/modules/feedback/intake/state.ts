/** State of one instance for visitors: cached codes, bursts, scans and submissions not written yet. */
import type { Platform } from '#server/platform/context.ts'
import { inTenant } from '#server/platform/db/tenant-db.ts'
import { type AnswerCache, openAnswerCache } from '../places/answer-cache.ts'
import { openPlaceCache, type PlaceCache } from '../places/place-cache.ts'
import { type FindStored, type Intake, openIntake } from './intake.ts'
import { openScans, type Scans } from './scans.ts'
import { type Bursts, openBursts } from './suspicion.ts'

export type { Place } from '../places/place-cache.ts'

export interface VisitorState {
  readonly places: PlaceCache
  readonly remembered: AnswerCache
  readonly bursts: Bursts
  readonly intake: Intake
  readonly scans: Scans
}

const findStored =
  (platform: Platform): FindStored =>
  (tenantId, submissionIds) =>
    inTenant(platform.databases.app, tenantId, 'read', async ({ run }) => {
      const rows = await run<{ id: string; created_at: Date; submission_id: string }>(
        'select id, created_at, submission_id from feedback where tenant_id = $1 and submission_id = any($2)',
        [tenantId, submissionIds],
      )
      return new Map(
        rows.map(({ id, created_at, submission_id }) => [submission_id, { id, createdAt: created_at }]),
      )
    })

const states = new WeakMap<Platform, VisitorState>()

export const visitorStateOf = (platform: Platform): VisitorState => {
  let state = states.get(platform)
  if (!state) {
    const places = openPlaceCache(platform.changeCounters)
    platform.onTenantChange((tenantId) => places.forget(tenantId))
    state = {
      places,
      remembered: openAnswerCache(platform.changeCounters),
      bursts: openBursts(platform.clock),
      intake: openIntake(platform.databases.intake, findStored(platform), platform.wake),
      scans: openScans(platform),
    }
    states.set(platform, state)
  }
  return state
}

/** Writes the scans counted in memory; at shutdown. */
export const flushScans = (platform: Platform): Promise<void> =>
  states.get(platform)?.scans.flush() ?? Promise.resolve()
