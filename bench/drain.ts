/**
 * How long the worker takes for the events of 3,000 submissions, and how soon a submission becomes a task on an
 * idle service.
 */
import { call, type Prepared, type Service } from '#test/faults/service.ts'
import { cpuSeconds, databaseCpuSeconds } from './processes.ts'
import type { Line, Rounds } from './report.ts'
import { median, type Stage, until, withService } from './stage.ts'

const reports = 3000
const connections = 64
const idleReports = 20

/** Ratings from 1 to 5 in turn, every third with an issue. */
const bodyOf = (index: number, qrCode: string | undefined): object => ({
  qrCode,
  rating: (index % 5) + 1,
  ...(index % 3 === 0 ? { issues: ['NO_PAPER'] } : {}),
})

let senders = 0

const send = async (service: Service, index: number, qrCode: string | undefined): Promise<void> => {
  const sender = ++senders
  const headers = { 'x-forwarded-for': `10.${sender >> 16}.${(sender >> 8) & 255}.${sender & 255}` }
  const { status } = await call(service, 'POST', '/api/feedback', { body: bodyOf(index, qrCode), headers })
  if (status !== 201) throw new Error(`A report was answered ${status}`)
}

const waitingText = `select (select count(*) from event where dispatched_at is null)
  + (select count(*) from pgboss.job where name like 'event.%' and state in ('created', 'active', 'retry')) as n`

const empty = (stage: Stage) =>
  stage.sql('truncate feedback, event, pgboss.job, event_handled, task, due_work cascade')

interface Drained {
  readonly sentMs: number
  readonly allMs: number
  readonly cpu: number
}

const drain = async (stage: Stage, service: Service, codes: readonly string[]): Promise<Drained> => {
  await empty(stage)
  const cpu = () => cpuSeconds(service.pid) + databaseCpuSeconds(stage.databasePid())
  const [began, cpuBefore] = [performance.now(), cpu()]
  let next = 0
  const sender = async (): Promise<void> => {
    for (let index = next++; index < reports; index = next++)
      await send(service, index, codes[index % codes.length])
  }
  await Promise.all(Array.from({ length: connections }, sender))
  const sentMs = performance.now() - began
  await until(stage, waitingText, (n) => n === 0, 200)
  return { sentMs, allMs: performance.now() - began, cpu: cpu() - cpuBefore }
}

const reportToTask = async (stage: Stage, service: Service, codes: readonly string[]): Promise<number[]> => {
  await empty(stage)
  const times: number[] = []
  for (let index = 0; index < idleReports; index++) {
    await send(service, 3 * index, codes[index])
    times.push(await until(stage, 'select count(*) as n from task', (n) => n === index + 1, 2))
    await until(stage, waitingText, (n) => n === 0, 20)
  }
  return times
}

export const benchDrain = async (
  stage: Stage,
  tenant: Prepared,
  { rounds, note }: Rounds,
): Promise<Line[]> => {
  const codes = tenant.places.slice(0, 60).map(({ qrCode }) => qrCode)
  const runs: Drained[] = []
  const idle: number[] = []
  await withService(stage, { ROLE: 'all' }, async (service) => {
    for (let round = 1; round <= rounds; round++) {
      note(`drain, round ${round} of ${rounds}`)
      runs.push(await drain(stage, service, codes))
      idle.push(...(await reportToTask(stage, service, codes)))
    }
  })
  const of = (what: (run: Drained) => number): number => median(runs.map(what))
  return [
    {
      what: `${reports} reports of one tenant over ${codes.length} codes, until no event and no job waits`,
      value: `sent in ${(of((run) => run.sentMs) / 1000).toFixed(1)} s, all done after ${(of((run) => run.allMs) / 1000).toFixed(1)} s; ${of((run) => run.cpu).toFixed(1)} CPU s of service and database`,
      ratio: `${of((run) => run.allMs / run.sentMs).toFixed(1)} × the sending`,
      goal: '6 s',
    },
    {
      what: 'From the answer to a report until its task is there, nothing else to do',
      value: `p50 ${Math.round(median(idle))} ms, worst ${Math.round(Math.max(...idle))} ms`,
      ratio: '',
      goal: '≤ 100 ms',
    },
  ]
}
