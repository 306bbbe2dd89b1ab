/** The bytes of a file, produced as fast as they are read. */

import { exportNames, type FileLanguage } from '#contracts/export-names.ts'
import type { ExportColumn } from '#contracts/exports.ts'
import type { Inside } from '#server/platform/db/short-transactions.ts'
import type { LoadShedding } from '#server/platform/load-shedding.ts'
import { byteOrderMark, type Cell, csvLine } from './csv.ts'
import type { Rows } from './rows.ts'
import type { Slot } from './slots.ts'

const yieldAtMostMs = 25

interface Writing {
  readonly columns: readonly ExportColumn[]
  readonly language: FileLanguage
  readonly rows: Rows
  readonly inside: Inside
  readonly slot: Slot
  readonly loadShedding: LoadShedding
}

async function* chunks({
  columns,
  language,
  rows,
  inside,
  slot,
  loadShedding,
}: Writing): AsyncGenerator<Uint8Array> {
  const headers = exportNames[language]
  yield Buffer.from(byteOrderMark + csvLine(columns.map((column): Cell => headers[column])))
  for await (const page of rows(inside)) {
    yield Buffer.from(page.map(csvLine).join(''))
    await slot.keep()
    await loadShedding.yieldToRequests(yieldAtMostMs)
  }
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
