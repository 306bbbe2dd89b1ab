/**
 * npm run bench [-- part …]: all benchmarks in one run on one database. Parts: submissions, drain, routing, tasks,
 * row-security, flood, gate, visitor, start, sla, figures, webhooks, task-figures, live, hot-lists, export, messages, slack,
 * sizes. ROUNDS
 * sets how often each variant runs (3). Slowness is no failure.
 */
import { loadavg } from 'node:os'
import { benchDrain } from './drain.ts'
import { benchExport } from './export.ts'
import { benchFigures } from './figures.ts'
import { benchFlood } from './flood.ts'
import { benchGate } from './gate.ts'
import { benchHotLists } from './hot-lists.ts'
import { benchLive } from './live.ts'
import { benchMessages } from './messages.ts'
import { showPlans } from './plans.ts'
import { type Rounds, type Section, writeReport } from './report.ts'
import { benchRouting } from './routing.ts'
import { benchRowSecurity } from './row-security.ts'
import { benchSizes } from './sizes.ts'
import { benchSla } from './sla.ts'
import { benchSlack } from './slack.ts'
import { newTenant, openStage, withService } from './stage.ts'
import { benchStart } from './start-time.ts'
import { benchSubmissions } from './submissions.ts'
import { makeTasks } from './task-data.ts'
import { benchTaskFigures } from './task-figures.ts'
import { benchTaskList } from './task-list.ts'
import { benchVisitorPage } from './visitor-page.ts'
import { benchWebhooks } from './webhooks.ts'

const parts = [
  'submissions',
  'drain',
  'routing',
  'tasks',
  'row-security',
  'flood',
  'gate',
  'visitor',
  'start',
  'sla',
  'live',
  'figures',
  'webhooks',
  'task-figures',
  'hot-lists',
  'export',
  'messages',
  'slack',
  'sizes',
] as const
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !parts.includes(name as (typeof parts)[number]))
if (unknown.length > 0) {
  console.error(`Unknown part ${unknown.join(', ')}; parts are ${parts.join(', ')}`)
  process.exit(1)
}
const wants = (part: (typeof parts)[number]): boolean => asked.length === 0 || asked.includes(part)
const sizes = (process.env.TASKS ?? '10000,100000,1000000').split(',').map(Number)

const began = performance.now()
const rounds: Rounds = {
  rounds: Number(process.env.ROUNDS ?? 3),
  note: (text) => console.log(`${Math.round((performance.now() - began) / 1000)} s  ${text}`),
}
const loadBefore = loadavg()[0] ?? 0
const sections: Section[] = []

// Child processes end with this one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130))

const stage = await openStage()
try {
  const { tenant, crowd, bystander, tenants } = await withService(
    stage,
    { ROLE: 'http' },
    async (service) => ({
      tenant: await newTenant(service, wants('submissions') ? 1000 : 100),
      crowd: wants('visitor') ? await newTenant(service, 1000) : undefined,
      bystander: await newTenant(service, 1),
      tenants:
        wants('tasks') || wants('row-security')
          ? await Promise.all(sizes.map(() => newTenant(service, 1)))
          : [],
    }),
  )
  // Without statistics the baseline would get bad plans and look slow.
  await stage.sql('vacuum (analyze)')
  if (wants('submissions'))
    sections.push({ title: 'Submissions', lines: await benchSubmissions(stage, tenant, rounds) })
  if (wants('drain'))
    sections.push({ title: 'What reports set off', lines: await benchDrain(stage, tenant, rounds) })
  if (wants('routing')) sections.push({ title: 'Routing', lines: await benchRouting(stage, tenant, rounds) })
  const lists = tenants.map((owner, index) => ({ tenant: owner, count: sizes[index] ?? 0 }))
  for (const { tenant: owner, count } of lists) {
    rounds.note(`making ${count} tasks`)
    await makeTasks(stage, owner, count)
  }
  if (lists.length > 0) await stage.sql('vacuum (analyze)')
  if (wants('tasks')) sections.push({ title: 'Task list', lines: await benchTaskList(stage, lists, rounds) })
  const largest = lists.at(-1)
  if (wants('tasks') && largest) sections.push({ title: 'Plans', lines: await showPlans(stage, largest) })
  if (wants('row-security'))
    sections.push({ title: 'Row security', lines: await benchRowSecurity(stage, tenant, lists, rounds) })
  if (wants('flood'))
    sections.push({
      title: 'Flood, under the ordinary limits',
      lines: await benchFlood(stage, tenant, bystander, rounds),
    })
  if (wants('gate')) sections.push({ title: 'The gate', lines: await benchGate(stage, rounds) })
  if (crowd) sections.push({ title: 'Visitor page', lines: await benchVisitorPage(stage, crowd, rounds) })
  if (wants('sla')) sections.push({ title: 'SLA clocks that run out', lines: await benchSla(stage, rounds) })
  if (wants('live')) sections.push({ title: 'Live streams', lines: await benchLive(stage, rounds) })
  if (wants('figures'))
    sections.push({ title: 'Figures of feedback', lines: await benchFigures(stage, rounds) })
  if (wants('webhooks')) sections.push({ title: 'Webhooks', lines: await benchWebhooks(stage, rounds) })
  if (wants('task-figures'))
    sections.push({ title: 'Figures of work', lines: await benchTaskFigures(stage, rounds) })
  if (wants('hot-lists'))
    sections.push({ title: 'Lists of the largest tenant', lines: await benchHotLists(stage, rounds) })
  if (wants('export')) sections.push({ title: 'Export of feedback', lines: await benchExport(stage, rounds) })
  if (wants('messages'))
    sections.push({ title: 'Reports to emails', lines: await benchMessages(stage, rounds) })
  if (wants('sizes')) sections.push({ title: 'Sizes', lines: await benchSizes(stage, rounds) })
  if (wants('slack')) sections.push({ title: 'Slack', lines: await benchSlack(stage, rounds) })
  const [version] = await stage.sql<{ version: string }>(
    "select 'PostgreSQL ' || current_setting('server_version') as version",
  )
  if (wants('start')) sections.push({ title: 'Start and memory', lines: await benchStart(rounds) })
  const command = ['npm run bench', ...(asked.length > 0 ? ['--', ...asked] : [])].join(' ')
  console.log(`\n${writeReport(sections, command, loadBefore, version?.version ?? '')}`)
} finally {
  await stage.close()
}
