/**
 * Counters of one instance as plain numbers; they are named and formatted on request (exposition.ts). Labels are
 * routes, jobs and results, never tenants, codes or addresses.
 */

/** Upper bounds of request durations, seconds. */
export const requestBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5] as const
/** Upper bounds of job durations, seconds. */
export const jobBounds = [0.01, 0.1, 1, 10, 60, 300] as const

/** A histogram of durations. */
export interface Durations {
  readonly bounds: readonly number[]
  /** one cell for each bound and one beyond the last; each duration counts in one cell */
  readonly cells: Float64Array
  /** seconds */
  sum: number
}

const openDurations = (bounds: readonly number[]): Durations => ({
  bounds,
  cells: new Float64Array(bounds.length + 1),
  sum: 0,
})

const add = (durations: Durations, milliseconds: number): void => {
  const seconds = milliseconds / 1000
  const { bounds, cells } = durations
  let at = 0
  while (at < bounds.length && seconds > (bounds[at] ?? 0)) at++
  cells[at] = (cells[at] ?? 0) + 1
  durations.sum += seconds
}

export interface RouteDurations {
  readonly method: string
  /** the route template, e.g. /api/tasks/:id */
  readonly route: string
  /** by status class, 1xx to 5xx */
  readonly byClass: readonly Durations[]
}

export type JobResult = 'OK' | 'FAILED'

export interface JobDurations {
  readonly job: string
  readonly result: JobResult
  readonly durations: Durations
}

export interface Metrics {
  /** @returns function that counts a request of the route */
  route(method: string, route: string): (status: number, milliseconds: number) => void
  readonly routes: readonly RouteDurations[]
  jobEnded(job: string, result: JobResult, milliseconds: number): void
  readonly jobs: ReadonlyMap<string, JobDurations>
  /** an attempt to send a webhook delivery */
  deliveryEnded(result: JobResult, milliseconds: number): void
  readonly deliveries: Readonly<Record<JobResult, Durations>>
  /** acknowledged submissions, including repeats */
  submissions: number
  mailsSent: number
  mailsFailed: number
  /** notifications accepted by a push service, one for each device */
  pushesSent: number
  pushesFailed: number
  /** notifications confirmed by a device through this instance */
  pushReceipts: number
  /** null: none yet */
  mailSentAt: Date | null
  mailFailedAt: Date | null
  /** open now */
  liveStreams: number
  responseCacheHits: number
  responseCacheMisses: number
  /** readings of subscriptions whose price belongs to no plan */
  unknownPrices: number
}

export const openMetrics = (): Metrics => {
  const routes: RouteDurations[] = []
  const jobs = new Map<string, JobDurations>()
  const deliveries = { OK: openDurations(requestBounds), FAILED: openDurations(requestBounds) }
  return {
    route: (method, route) => {
      const byClass = [1, 2, 3, 4, 5].map(() => openDurations(requestBounds))
      routes.push({ method, route, byClass })
      return (status, milliseconds) => {
        const durations = byClass[Math.trunc(status / 100) - 1]
        if (durations) add(durations, milliseconds)
      }
    },
    routes,
    jobEnded: (job, result, milliseconds) => {
      const key = `${job} ${result}`
      const known = jobs.get(key) ?? { job, result, durations: openDurations(jobBounds) }
      jobs.set(key, known)
      add(known.durations, milliseconds)
    },
    jobs,
    deliveryEnded: (result, milliseconds) => add(deliveries[result], milliseconds),
    deliveries,
    submissions: 0,
    mailsSent: 0,
    mailsFailed: 0,
    pushesSent: 0,
    pushesFailed: 0,
    pushReceipts: 0,
    mailSentAt: null,
    mailFailedAt: null,
    liveStreams: 0,
    responseCacheHits: 0,
    responseCacheMisses: 0,
    unknownPrices: 0,
  }
}
