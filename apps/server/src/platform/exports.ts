/**
 * What of a table is in a tenant's export, or why not. A migration says so in comments (docs/adding.md, "A table"), and
 * scripts/generate-tables.ts writes them into tables.ts: what opens an account does not depend on a database whose
 * comments a restore may have left out.
 */
import type { DB } from './db/tables.ts'

type Table = keyof DB

export interface ExportKind {
  /** of the file, without its ending */
  readonly name: string
  readonly table: Table
  /** tables whose records these name; what refers is read before what it refers to */
  readonly refersTo: readonly Table[] | 'all'
  /** rows come in this order, which an index has */
  readonly key: readonly string[]
  /** column → name in the file; `a.b` is b within a, which is null where all within it is */
  readonly fields: Readonly<Record<string, string>>
  /** column → why it is not exported */
  readonly without: Readonly<Record<string, string>>
  /** columns with the signed key of a photo: exported is its id, which opens nothing */
  readonly photoKeys: readonly string[]
  /** further condition on the rows */
  readonly where?: string
}

/** By table: its kind of record, or why it is not exported as such. */
export type Exported = { readonly [T in Table]?: Omit<ExportKind, 'table'> | string }

/** What refers comes first, so that nothing written meanwhile points at a record that is missing. */
const byReference = (kinds: readonly ExportKind[]): readonly ExportKind[] => {
  const left = [...kinds]
  const sorted: ExportKind[] = []
  while (left.length > 0) {
    const at = left.findIndex((one) =>
      left.every(
        (other) => other === one || (other.refersTo !== 'all' && !other.refersTo.includes(one.table)),
      ),
    )
    if (at === -1)
      throw new Error(`Exports refer to each other in a circle: ${left.map(({ name }) => name).join(', ')}`)
    sorted.push(...left.splice(at, 1))
  }
  return sorted
}

export interface Exports {
  readonly kinds: readonly ExportKind[]
  /** table → why it is not exported */
  readonly without: Readonly<Record<string, string>>
}

/** @throws where tables refer to each other in a circle */
export const exportsOf = (exported: Exported): Exports => {
  const tables = Object.entries(exported) as [Table, Omit<ExportKind, 'table'> | string][]
  return {
    kinds: byReference(
      tables.flatMap(([table, said]) => (typeof said === 'string' ? [] : [{ table, ...said }])),
    ),
    without: Object.fromEntries(tables.filter(([, said]) => typeof said === 'string')) as Exports['without'],
  }
}
