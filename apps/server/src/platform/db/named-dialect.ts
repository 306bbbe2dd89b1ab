/**
 * Kysely on a connection of the caller. Every statement is a named prepared one: parsing and planning unnamed ones
 * anew cost 45 % of the throughput.
 */
import { createHash } from 'node:crypto'
import {
  type BinaryOperationNode,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  OperatorNode,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
import { cacheBounded } from '../bounded-cache.ts'
import type { DB } from './tables.ts'

const names = new Map<string, string>()

/** A stable name for a statement's text; at most 5,000 are cached. */
export const statementName = (text: string): string => {
  let name = names.get(text)
  if (name === undefined) {
    name = createHash('sha1').update(text).digest('base64url').slice(0, 20)
    cacheBounded(names, text, name, 5000)
  }
  return name
}

export type Queryable = Pick<pg.ClientBase, 'query'>

const connectionOver = (client: Queryable): DatabaseConnection => ({
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = await client.query({
      name: statementName(query.sql),
      text: query.sql,
      values: query.parameters as unknown[],
    })
    return {
      rows: result.rows as R[],
      ...(result.rowCount === null ? {} : { numAffectedRows: BigInt(result.rowCount) }),
    }
  },
  // biome-ignore lint/correctness/useYield: required by the interface; streams are read through cursors elsewhere
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Rows are not streamed over this connection')
  },
})

const driverOver = (client: Queryable): Driver => {
  const connection = connectionOver(client)
  const refuse = async (): Promise<never> => {
    throw new Error('The transaction belongs to the gate')
  }
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: async () => {},
    destroy: async () => {},
  }
}

/** Compiles `in (list)` to one array parameter; otherwise each length would be its own prepared statement. */
class OneTextCompiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { leftOperand, operator, rightOperand } = node
    const sign = OperatorNode.is(operator) ? operator.operator : undefined
    if (!PrimitiveValueListNode.is(rightOperand) || (sign !== 'in' && sign !== 'not in')) {
      super.visitBinaryOperation(node)
      return
    }
    this.visitNode(leftOperand)
    this.append(sign === 'in' ? ' = any(' : ' <> all(')
    this.appendValue(rightOperand.values)
    this.append(')')
  }
}

const adapter = new PostgresAdapter()
const compiler = new OneTextCompiler()

export const kyselyOver = (client: Queryable): Kysely<DB> =>
  new Kysely<DB>({
    dialect: {
      createDriver: () => driverOver(client),
      createAdapter: () => adapter,
      createQueryCompiler: () => compiler,
      createIntrospector: (db) => new PostgresIntrospector(db),
    },
  })
