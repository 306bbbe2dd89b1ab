import type { Inside } from '#server/platform/db/short-transactions.ts'
import type { Cell } from './csv.ts'

/** The cells of one page of rows after the other, each read when it is asked for. */
export type Rows = (inside: Inside) => AsyncGenerator<Cell[][]>
