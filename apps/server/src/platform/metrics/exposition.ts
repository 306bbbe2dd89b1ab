/**
 * Prometheus text of this instance's metrics. The library is loaded on the first request, since most services never
 * get one.
 */
import type { Gauge, Histogram, Registry } from 'prom-client'
import type { Platform } from '../context.ts'
import { type Backlogs, countedAtMost } from '../events/backlogs.ts'
import { version } from '../version.ts'
import { type Durations, jobBounds, requestBounds } from './counters.ts'

export const expositionType = 'text/plain; version=0.0.4; charset=utf-8'

type Labels = Readonly<Record<string, string>>
type Sample = readonly [labels: Labels, value: number]
type Library = typeof import('prom-client')

interface HistogramLine {
  readonly labels: Labels
  readonly durations: Durations
}

const linesOf = (name: string, { labels, durations }: HistogramLine) => {
  const { bounds, cells, sum } = durations
  let sofar = 0
  const buckets = [...cells].map((count, at) => {
    sofar += count
    return { metricName: `${name}_bucket`, labels: { ...labels, le: bounds[at] ?? '+Inf' }, value: sofar }
  })
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: sofar },
  ]
}

const isUsed = ({ cells }: Durations): boolean => cells.some((count) => count > 0)

const describe = (
  { Counter: NewCounter, Gauge: NewGauge, Histogram: NewHistogram }: Library,
  registry: Registry,
  platform: Platform,
) => {
  const { metrics, databases, limiter } = platform
  const registers = [registry]

  /** Its values are counted elsewhere, so they are read instead of observed. */
  const histogram = (
    name: string,
    help: string,
    labelNames: string[],
    buckets: readonly number[],
    read: () => readonly HistogramLine[],
  ): void => {
    const made: Histogram = new NewHistogram({ name, help, labelNames, buckets: [...buckets], registers })
    const get = async () => ({
      name,
      help,
      type: 'histogram' as never,
      aggregator: 'sum' as const,
      values: read().flatMap((line) => linesOf(name, line)),
    })
    Object.assign(made, { get, getForPromString: get })
  }
  const counter = (name: string, help: string, read: () => readonly Sample[]): void => {
    new NewCounter({
      name,
      help,
      labelNames: Object.keys(read()[0]?.[0] ?? {}),
      registers,
      collect() {
        this.reset()
        for (const [labels, value] of read()) this.inc(labels, value)
      },
    })
  }
  const gauge = (name: string, help: string, labelNames: string[], read: () => readonly Sample[]): Gauge =>
    new NewGauge({
      name,
      help,
      labelNames,
      registers,
      collect() {
        this.reset()
        for (const [labels, value] of read()) this.set(labels, value)
      },
    })

  histogram(
    'wellkept_http_request_duration_seconds',
    'Requests by method, route and class of status',
    ['method', 'route', 'status'],
    requestBounds,
    () =>
      metrics.routes.flatMap(({ method, route, byClass }) =>
        byClass.flatMap((durations, at) =>
          isUsed(durations) ? [{ labels: { method, route, status: `${at + 1}xx` }, durations }] : [],
        ),
      ),
  )
  histogram(
    'wellkept_job_duration_seconds',
    'Cron jobs and jobs of subscribers by result',
    ['job', 'result'],
    jobBounds,
    () =>
      [...metrics.jobs.values()].map(({ job, result, durations }) => ({
        labels: { job, result },
        durations,
      })),
  )
  histogram(
    'wellkept_webhook_try_duration_seconds',
    'Webhook delivery attempts by result',
    ['result'],
    requestBounds,
    () =>
      (['OK', 'FAILED'] as const).flatMap((result) => {
        const durations = metrics.deliveries[result]
        return isUsed(durations) ? [{ labels: { result }, durations }] : []
      }),
  )
  counter('wellkept_submissions_total', 'Submissions of visitors that were acknowledged', () => [
    [{}, metrics.submissions],
  ])
  counter('wellkept_mails_total', 'Emails by result', () => [
    [{ result: 'sent' }, metrics.mailsSent],
    [{ result: 'failed' }, metrics.mailsFailed],
  ])
  counter('wellkept_pushes_total', 'Notifications to devices by answer of the push service', () => [
    [{ result: 'sent' }, metrics.pushesSent],
    [{ result: 'failed' }, metrics.pushesFailed],
  ])
  counter('wellkept_push_receipts_total', 'Notifications that devices have confirmed', () => [
    [{}, metrics.pushReceipts],
  ])
  counter(
    'wellkept_remembered_answers_total',
    'Lists answered from the response cache, and those that were computed',
    () => [
      [{ result: 'hit' }, metrics.responseCacheHits],
      [{ result: 'miss' }, metrics.responseCacheMisses],
    ],
  )
  counter(
    'wellkept_unknown_prices_total',
    'Readings of subscriptions whose price belongs to no plan in STRIPE_PRICES',
    () => [[{}, metrics.unknownPrices]],
  )
  gauge('wellkept_database_connections', 'Connections by pool and state', ['pool', 'state'], () =>
    (['app', 'intake', 'worker'] as const).flatMap((pool) => {
      const { totalCount, idleCount, waitingCount } = databases[pool]
      return [
        [{ pool, state: 'total' }, totalCount],
        [{ pool, state: 'idle' }, idleCount],
        [{ pool, state: 'waiting' }, waitingCount],
      ]
    }),
  )
  gauge('wellkept_live_streams', 'Live streams that are open', [], () => [[{}, metrics.liveStreams]])
  gauge('wellkept_limits_store', 'Where limits are counted at this moment', ['store'], () => [
    [{ store: limiter.state.store }, 1],
  ])
  counter(
    'wellkept_limits_fallbacks_total',
    'Fallbacks from the configured store of limits to another',
    () => [[{}, limiter.state.fallbacks]],
  )
  gauge('wellkept_info', 'The version of this instance, and its part', ['version', 'role'], () => [
    [{ version, role: platform.config.role }, 1],
  ])
}

export interface Exposition {
  /** @param waiting undefined: the database did not answer, and these gauges are left out */
  text(waiting: Backlogs | undefined): Promise<string>
}

/** Gauges for waiting work: name, help, label and how they are read. */
const backlogGauges: readonly [
  name: string,
  help: string,
  label: string | undefined,
  read: (waiting: Backlogs) => readonly Sample[],
][] = [
  [
    'wellkept_events_waiting',
    `Events not yet dispatched, counted up to ${countedAtMost}`,
    undefined,
    ({ events }) => [[{}, events]],
  ],
  [
    'wellkept_events_oldest_seconds',
    'Age of the oldest event that is not dispatched',
    undefined,
    ({ oldestSeconds }) => [[{}, oldestSeconds]],
  ],
  [
    'wellkept_event_backlog',
    `Jobs of up to 50 events that a subscriber has not done yet, counted up to ${countedAtMost}`,
    'subscriber',
    ({ subscribers }) => [...subscribers].map(([subscriber, { waiting }]) => [{ subscriber }, waiting]),
  ],
  [
    'wellkept_event_backlog_oldest_seconds',
    'Age of the oldest job of a subscriber that is not done',
    'subscriber',
    ({ subscribers }) =>
      [...subscribers].map(([subscriber, { oldestSeconds }]) => [{ subscriber }, oldestSeconds]),
  ],
  [
    'wellkept_events_parked',
    'Jobs of a subscriber that failed too often and wait for a retry by the operator',
    'subscriber',
    ({ subscribers }) => [...subscribers].map(([subscriber, { parked }]) => [{ subscriber }, parked]),
  ],
  [
    'wellkept_due_work_backlog',
    `Scheduled jobs that are due, counted up to ${countedAtMost}`,
    'kind',
    ({ dueWork }) => [...dueWork].map(([kind, { waiting }]) => [{ kind }, waiting]),
  ],
  [
    'wellkept_due_work_oldest_seconds',
    'How long the oldest scheduled job has been due',
    'kind',
    ({ dueWork }) => [...dueWork].map(([kind, { oldestSeconds }]) => [{ kind }, oldestSeconds]),
  ],
  [
    'wellkept_due_work_parked',
    'Scheduled jobs that failed too often and wait for a retry by the operator',
    'kind',
    ({ dueWork }) => [...dueWork].map(([kind, { parked }]) => [{ kind }, parked]),
  ],
]

export const openExposition = async (platform: Platform): Promise<Exposition> => {
  const library = await import('prom-client')
  const registry = new library.Registry()
  library.collectDefaultMetrics({ register: registry })
  describe(library, registry, platform)
  const gauge = (name: string, help: string, labelNames: string[]) =>
    new library.Gauge({ name, help, labelNames, registers: [registry] })
  const up = gauge('wellkept_database_up', 'Whether the database answered', [])
  const lines = backlogGauges.map(([name, help, label, read]) => ({
    gauge: gauge(name, help, label === undefined ? [] : [label]),
    hasLabel: label !== undefined,
    read,
  }))
  return {
    text: async (waiting) => {
      up.set(waiting ? 1 : 0)
      for (const line of lines) {
        line.gauge.reset()
        // A gauge without labels would show 0 after the reset.
        if (!line.hasLabel) line.gauge.remove()
        if (waiting) for (const [labels, value] of line.read(waiting)) line.gauge.set(labels, value)
      }
      return registry.metrics()
    },
  }
}
