/** The bytes of a file, produced as fast as they are read. */

import type { Inside } from '#server/platform/db/short-transactions.ts'
import type { LoadShedding } from '#server/platform/load-shedding.ts'
import { byteOrderMark, type Cell, csvLine, type Separator } from './csv.ts'
import type { Rows } from './rows.ts'
import type { Slot } from './slots.ts'
import type { FileColumn, Layout } from './words.ts'

const yieldAtMostMs = 25

/** Writes the pages as the bytes of a file. */
export type Format = (
  columns: readonly FileColumn[],
  pages: AsyncIterable<Cell[][]>,
) => AsyncIterable<Uint8Array>

interface Writing {
  readonly layout: Layout
  readonly format: Format
  readonly rows: Rows
  readonly inside: Inside
  readonly slot: Slot
  readonly loadShedding: LoadShedding
}

export const csvOf = (separator: Separator): Format =>
  async function* (columns, pages) {
    yield Buffer.from(
      byteOrderMark +
        csvLine(
          columns.map(({ heading }): Cell => heading),
          separator,
        ),
    )
    for await (const page of pages) yield Buffer.from(page.map((cells) => csvLine(cells, separator)).join(''))
  }

async function* pagesOf({ layout, rows, inside, slot, loadShedding }: Writing): AsyncGenerator<Cell[][]> {
  for await (const page of rows(inside)) {
    yield page.map(layout.layOut)
    await slot.keep()
    await loadShedding.yieldToRequests(yieldAtMostMs)
  }
}

async function* chunks(writing: Writing): AsyncGenerator<Uint8Array> {
  yield* writing.format(writing.layout.columns, pagesOf(writing))
}

/** Releases the slot when the file has ended or failed, or when the reader stops, even before the first byte. */
export const streamOf = (writing: Writing): AsyncIterable<Uint8Array> => {
  const source = chunks(writing)
  let released = false
  const release = async (): Promise<void> => {
    if (released) return
    released = true
    await writing.slot.release()
  }
  return {
    [Symbol.asyncIterator]: () => ({
      next: async () => {
        try {
          const step = await source.next()
          if (step.done) await release()
          return step
        } catch (error) {
          await release()
          throw error
        }
      },
      return: async () => {
        try {
          await source.return(undefined)
        } finally {
          await release()
        }
        return { done: true, value: undefined }
      },
    }),
  }
}
