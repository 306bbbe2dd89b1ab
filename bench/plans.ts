/** Query plans of frequent pages at maximum size: they must use an index and read no more rows than shown. */
import { type OrderName, pageStatement } from '#server/modules/tasks/list/list-sql.ts'
import type { Line } from './report.ts'
import type { Stage } from './stage.ts'
import type { TaskTenant } from './task-list.ts'

interface Node {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Actual Rows'?: number
  readonly Plans?: readonly Node[]
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** One line for each page of a list; a table scan is in capitals. */
export const showPlans = async (stage: Stage, { tenant, count }: TaskTenant): Promise<Line[]> => {
  const branches: [string, Record<string, (string | null)[]>][] = [
    ['no filter', {}],
    ['status=OPEN', { status: ['OPEN'] }],
    ['building and status', { building: [tenant.buildingId], status: ['OPEN'] }],
    ['assignee=me and status', { assignee: [tenant.userId], status: ['OPEN'] }],
    ['unassigned', { assignee: [null], status: ['OPEN'] }],
  ]
  const lines: Line[] = []
  for (const order of ['createdAt', 'priority', 'dueAt', 'updatedAt'] as const satisfies OrderName[]) {
    for (const [name, branch] of branches) {
      const filter = { branches: [branch], overdue: undefined, search: undefined, narrowed: undefined }
      const page = { order, descending: true, limit: 20, offset: 0, total: undefined }
      const { text, values } = pageStatement(tenant.tenantId, tenant.userId, filter, page, new Date())
      await stage.sql('begin')
      try {
        await stage.sql('set local role wellkept_app')
        await stage.sql(`set local app.tenant_id = '${tenant.tenantId}'`)
        const [row] = await stage.sql<{ 'QUERY PLAN': [{ Plan: Node; 'Execution Time': number }] }>(
          `explain (analyze, format json) ${text}`,
          [...values],
        )
        const found = row?.['QUERY PLAN'][0]
        if (!found) continue
        const nodes = nodesOf(found.Plan)
        const scans = nodes.some(
          (node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'task',
        )
        const indexes = new Set(
          nodes.flatMap((node) => node['Index Name'] ?? []).filter((index) => index.startsWith('task_')),
        )
        const most = Math.max(
          ...nodes.filter((node) => node['Relation Name'] === 'task').map((node) => node['Actual Rows'] ?? 0),
        )
        lines.push({
          what: `${count.toLocaleString('en')} tasks, ${name}, by ${order}`,
          value: [...indexes].sort().join(', '),
          ratio: scans ? 'SCANS THE TABLE' : `${most} rows read for 20`,
          goal: 'by index, 20',
        })
      } finally {
        await stage.sql('rollback')
      }
    }
  }
  return lines
}
