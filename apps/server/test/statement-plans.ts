/**
 * Measures what a server's statements read: each is recorded and run again under EXPLAIN, with a custom and a
 * generic plan. Limits are numbers of rows, which do not depend on the machine's speed.
 */
import pg from 'pg'
import type { TestServer } from './server.ts'

interface RecordedStatement {
  readonly text: string
  readonly values: readonly unknown[]
  /** the database role of the connection */
  readonly role: string
}

export interface Reading {
  readonly text: string
  readonly mode: 'any values' | 'these values'
  /** rows that its plan touched, including discarded ones */
  readonly rows: number
  /** blocks of tables and indexes that were read */
  readonly blocks: number
  /** the plan node with the most rows */
  readonly worst: string
}

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  Alias?: string
  'Index Name'?: string
  'Index Cond'?: string
  Filter?: string
  'Join Filter'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  Plans?: PlanNode[]
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

const touched = (node: PlanNode): number =>
  (node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0)) *
  node['Actual Loops']

const inWords = (node: PlanNode): string =>
  [
    node['Node Type'],
    node['Relation Name'],
    node['Index Name'],
    node['Index Cond'],
    node.Filter,
    node['Join Filter'],
  ]
    .filter(Boolean)
    .join(' ')

/** Statements that only read, or lock what they read; each is rolled back. */
const reads = /^\s*(select|with)\b/i
const update = /^\s*update\b/i
const writes = /\b(insert into|update \w+ |delete from|pg_advisory\w*|nextval)\b/i

const literal = (value: unknown): string => {
  if (value === null || value === undefined) return 'null'
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString())
  if (Array.isArray(value))
    return pg.escapeLiteral(
      `{${value.map((one) => (one === null ? 'null' : JSON.stringify(one instanceof Date ? one.toISOString() : String(one)))).join(',')}}`,
    )
  return pg.escapeLiteral(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

type Query = (this: unknown, config: unknown, ...rest: unknown[]) => unknown

/** Records statements of this process from now on, each text once per round; also updates if asked. */
export const noteStatements = ({ updates = false } = {}): { take(): RecordedStatement[]; end(): void } => {
  const prototype = pg.Client.prototype as unknown as { query: Query }
  const original = prototype.query
  let noted = new Map<string, RecordedStatement>()
  prototype.query = function note(this: unknown, config: unknown, ...rest: unknown[]): unknown {
    const { text, values, name } = (config ?? {}) as { text?: string; values?: unknown[]; name?: string }
    const role = (this as { connectionParameters?: { application_name?: string } }).connectionParameters
    const isMeant = (one: string): boolean =>
      (reads.test(one) && !writes.test(one)) || (updates && update.test(one))
    if (name !== undefined && text !== undefined && isMeant(text))
      noted.set(text, { text, values: [...(values ?? [])], role: role?.application_name ?? '' })
    return original.call(this, config, ...rest)
  }
  return {
    take: () => {
      const taken = [...noted.values()]
      noted = new Map()
      return taken
    },
    end: () => {
      prototype.query = original
    },
  }
}

/** Runs the statements again as a request of the tenant, and returns what they read. */
export const readingsOf = async (
  server: TestServer,
  tenantId: string,
  noted: readonly RecordedStatement[],
): Promise<Reading[]> => {
  const client = new pg.Client({ connectionString: server.database.url })
  await client.connect()
  const found: Reading[] = []
  try {
    for (const { text, values, role } of noted) {
      if (!role.startsWith('wellkept_')) continue
      for (const [mode, setting] of [
        ['these values', 'force_custom_plan'],
        ['any values', 'force_generic_plan'],
      ] as const) {
        await client.query(
          `begin; set local role ${role}; set local app.tenant_id = '${tenantId}'; set local plan_cache_mode = ${setting}; set local jit = off; set local statement_timeout = '4s'`,
        )
        await client.query(`prepare noted as ${text}`)
        const execute = `execute noted${values.length === 0 ? '' : `(${values.map(literal).join(', ')})`}`
        const answer = await client
          .query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
            `explain (analyze, buffers, timing off, format json) ${execute}`,
          )
          .catch((error: Error) => error)
        await client.query('rollback; deallocate noted')
        if (answer instanceof Error) {
          found.push({
            text,
            mode,
            rows: Number.POSITIVE_INFINITY,
            blocks: Number.POSITIVE_INFINITY,
            worst: answer.message,
          })
          continue
        }
        const plan = answer.rows[0]?.['QUERY PLAN'][0].Plan
        if (!plan) throw new Error(`No plan of ${text}`)
        const nodes = nodesOf(plan)
        const worst = nodes.toSorted((a, b) => touched(b) - touched(a))[0] ?? plan
        found.push({
          text,
          mode,
          rows: nodes.reduce((sum, node) => sum + touched(node), 0),
          blocks: (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0),
          worst: `${Math.round(touched(worst))} rows in ${worst['Actual Loops']} loops: ${inWords(worst)}`,
        })
      }
    }
  } finally {
    await client.end()
  }
  return found
}
