/** Reads a task list from its first to its last row, in pages with a transaction each. */
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import type { Task } from '#contracts/tasks/records.ts'
import { sayResolution } from '#contracts/tasks/resolutions.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { countPacked, type PackedRow, unpack } from '#server/platform/db/packed-ids.ts'
import type { Inside } from '#server/platform/db/short-transactions.ts'
import { readFilter } from './filters.ts'
import { idsStatement, type OrderName, packedStatement, rowsText, type Within } from './list-sql.ts'
import { factsOf, titleOf } from './present-task.ts'
import type { ShownTaskRow } from './task-columns.ts'

const pageSize = 500

export type WalkedTask = Omit<Task, 'attachments' | 'allowed'>

export interface TaskWalk {
  readonly query: Parameters<typeof readFilter>[1]
  /** a field of the list's `sort`, `-` for descending */
  readonly sort: OrderName | `-${OrderName}`
  readonly within: Omit<Within, 'after'>
  /** of category names, and of titles made from them */
  readonly language: VisitorLanguage
  /** maximum number of rows for an order that may change during the walk and is therefore read at once */
  readonly mostInOrder: number
}

type Pages = (inside: Inside) => AsyncGenerator<WalkedTask[]>

/**
 * No row twice, and every row that exists from start to end.
 * @returns undefined if there are more than `mostInOrder`
 */
export const walkTasks = async (
  ctx: StaffContext,
  { query, sort, within, language, mostInOrder }: TaskWalk,
): Promise<Pages | undefined> => {
  const filter = await readFilter(ctx, query)
  const descending = sort.startsWith('-')
  const order = sort.replace('-', '') as OrderName
  const page = { order, descending, offset: 0, total: undefined, within }
  const { tenantId, now } = ctx

  const read = async (inside: StaffContext, ids: readonly string[]): Promise<WalkedTask[]> => {
    const rows = await inside.run<ShownTaskRow>(rowsText, [tenantId, inside.actor.id, ids])
    return rows.map((row) => ({
      ...factsOf(inside, { ...row, language }),
      title: titleOf({ ...row, language }),
      resolution: sayResolution(row.resolution, language),
    }))
  }

  async function* byKey(inside: Inside): AsyncGenerator<WalkedTask[]> {
    for (let after: Within['after']; ; ) {
      const statement = idsStatement(
        tenantId,
        filter,
        { ...page, limit: pageSize, within: { ...within, after } },
        now,
      )
      const [keys, tasks] = await inside(async (reading) => {
        const found = await reading.run<{ key: string; id: string }>(statement.text, statement.values)
        return [
          found,
          await read(
            reading,
            found.map(({ id }) => id),
          ),
        ] as const
      })
      if (tasks.length > 0) yield tasks
      if (keys.length < pageSize) return
      after = keys.at(-1)
    }
  }

  async function* byPacked(inside: Inside, packed: readonly PackedRow[]): AsyncGenerator<WalkedTask[]> {
    for (const ids of unpack(packed, pageSize)) yield await inside((reading) => read(reading, ids))
  }

  if (filter.branches.length === 0) return async function* () {}
  if (order === 'createdAt' || order === 'number') return byKey
  const { text, values } = packedStatement(tenantId, filter, { ...page, limit: mostInOrder + 1 }, now)
  const packed = await ctx.run<PackedRow>(text, values)
  return countPacked(packed) > mostInOrder ? undefined : (inside) => byPacked(inside, packed)
}
