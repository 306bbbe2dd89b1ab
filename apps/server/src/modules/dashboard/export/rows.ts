import type { Inside } from '#server/platform/db/short-transactions.ts'
import type { Cell } from './csv.ts'

/** Yields the cells of one page of rows after another, each read on demand. */
export type Rows = (inside: Inside) => AsyncGenerator<Cell[][]>
