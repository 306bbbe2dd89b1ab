/** A webhook to the building system: most deliveries succeeded, one at its fourth attempt, one never. */
import { type PastDelivery, storePausedWebhook } from '#server/modules/webhooks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import type { StoredEvent } from '#server/platform/events/stored-event.ts'
import { newId } from '#server/platform/ids.ts'
import { chanceFrom, seedOf } from './random.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

interface TaskRow {
  id: string
  building_id: string | null
  amenity_id: string | null
  category: string | null
  source: StoredEvent<'task.created'>['payload']['source']
  priority: StoredEvent<'task.created'>['payload']['priority']
  at: Date
  done: boolean
}

/** Of the last days, newest first. */
const tasksText = `select id, building_id, amenity_id, category, source, priority,
    coalesce(completed_at, created_at) as at, completed_at is not null as done
  from task where tenant_id = $1 and merged_into is null and coalesce(completed_at, created_at) between $2 and $3
  order by coalesce(completed_at, created_at) desc limit 120`

const eventOf = (ctx: TenantContext, row: TaskRow): StoredEvent => {
  const event = { id: newId(row.at.getTime()), tenantId: ctx.tenantId, at: row.at }
  const { id: taskId, building_id: buildingId, amenity_id: amenityId, category, source, priority } = row
  return row.done
    ? { ...event, type: 'task.status_changed', payload: { taskId, from: 'IN_PROGRESS', to: 'DONE' } }
    : {
        ...event,
        type: 'task.created',
        payload: { taskId, buildingId, amenityId, category, source, priority },
      }
}

type Attempt = PastDelivery['attempts'][number]

const takenAt = (at: Date, durationMs: number): Attempt => ({
  at,
  status: 202,
  durationMs,
  error: null,
  answer: '{"accepted":true}',
})

const down = (at: Date): Attempt => ({
  at,
  status: 503,
  durationMs: 41,
  error: 'STATUS',
  answer: 'Service Unavailable: the building system is being updated',
})

const silent = (at: Date): Attempt => ({ at, status: null, durationMs: 15_001, error: 'TIMEOUT', answer: '' })

const unknown = (at: Date): Attempt => ({
  at,
  status: 422,
  durationMs: 63,
  error: 'STATUS',
  answer: '{"error":"unknown_asset","message":"No asset is linked to this amenity"}',
})

/** Times of the attempts after the event, as in the delivery schedule. */
const failsThrice = [2 * second, 7 * second, 5 * minute + 9 * second]
const mendedAfter = 35 * minute
const tenTries = [2 * second, 7 * second, 5 * minute, 35 * minute, 2.6 * hour]
const later = [7.6 * hour, 17.6 * hour, 31.6 * hour, 51.6 * hour, 75.6 * hour]

const plus = (at: Date, ms: number): Date => new Date(at.getTime() + ms)

const attemptsOf = (event: StoredEvent, story: 'TAKEN' | 'MENDED' | 'LOST'): Attempt[] => {
  const { at } = event
  switch (story) {
    case 'MENDED': {
      const [first = 0, ...others] = failsThrice
      const failed = [down(plus(at, first)), ...others.map((ms) => silent(plus(at, ms)))]
      return [...failed, takenAt(plus(at, mendedAfter), 88)]
    }
    case 'LOST':
      return [...tenTries, ...later].map((ms) => unknown(plus(at, ms)))
    default: {
      const chance = chanceFrom(seedOf(at.toISOString()))
      return [takenAt(plus(at, chance.between(300, 1800)), Math.round(chance.between(45, 240)))]
    }
  }
}

/** @param ctx at the current time; the tasks exist */
export const writeWebhooks = async (ctx: TenantContext): Promise<void> => {
  const from = plus(ctx.now, -10 * day)
  const until = plus(ctx.now, -hour)
  const rows = (await ctx.run<TaskRow>(tasksText, [ctx.tenantId, from, until])).reverse()
  const old = plus(ctx.now, -76 * hour)
  const lost = rows.findLastIndex(({ at }) => at < old)
  const mended = rows.length - 4
  const deliveries = rows.map((row, index): PastDelivery => {
    const event = eventOf(ctx, row)
    const story = index === lost ? 'LOST' : index === mended ? 'MENDED' : 'TAKEN'
    return { event, state: story === 'LOST' ? 'FAILED' : 'DELIVERED', attempts: attemptsOf(event, story) }
  })
  await storePausedWebhook(ctx, {
    url: 'https://hooks.example.com/wellkept',
    description: 'Building management system',
    events: ['task.created', 'task.status_changed', 'task.reopened', 'sla.breached'],
    createdAt: plus(ctx.now, -40 * day),
    deliveries,
  })
}
