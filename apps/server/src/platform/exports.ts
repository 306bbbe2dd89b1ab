/**
 * What a data export contains of each table, or why it is left out; each module lists its own tables (`exported`).
 * A test compares the lists with the schema, so a new table or column must be listed.
 */
import type { DB } from './db/tables.ts'

type Table = keyof DB
type ColumnOf<T extends Table> = Extract<keyof DB[T], string>

export interface ExportKind<T extends Table = Table> {
  /** file name without extension */
  readonly name: string
  readonly table: T
  /** tables that this one refers to; they are read after it */
  readonly refersTo: readonly Table[] | 'all'
  /** order of the rows; an index has it */
  readonly key: readonly string[]
  /** column → name in the file; `a.b` is field b of object a, which is null if all its fields are */
  readonly fields: Readonly<Record<string, string>>
  /** column → why it is not exported */
  readonly without: Readonly<Record<string, string>>
  /** columns with the sealed key of a photo; the export has its id, which opens nothing */
  readonly photoKeys: readonly string[]
  /** additional SQL condition */
  readonly where?: string
}

/** For each table its export kind, or why it is not exported. */
export type Exported = { readonly [T in Table]?: ExportKind<T> | string }

export const authorFields = {
  author_kind: 'author.kind',
  author_id: 'author.id',
  author_name: 'author.name',
} as const
export const actorFields = {
  actor_kind: 'actor.kind',
  actor_id: 'actor.id',
  actor_name: 'actor.name',
} as const

const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

export const exportKind = <T extends Table>(
  name: string,
  table: T,
  refersTo: readonly Table[] | 'all',
  columns: readonly ColumnOf<T>[],
  more: {
    readonly key?: readonly ColumnOf<T>[]
    readonly renamed?: { readonly [C in ColumnOf<T>]?: string }
    readonly without?: { readonly [C in ColumnOf<T>]?: string }
    readonly photoKeys?: readonly ColumnOf<T>[]
    readonly where?: string
  } = {},
): ExportKind<T> => ({
  name,
  table,
  refersTo,
  key: more.key ?? ['id'],
  fields: Object.fromEntries(columns.map((column) => [column, more.renamed?.[column] ?? camel(column)])),
  without: (more.without ?? {}) as Record<string, string>,
  photoKeys: more.photoKeys ?? [],
  ...(more.where === undefined ? {} : { where: more.where }),
})

/** Referring tables come first, so a row written meanwhile cannot refer to one that is missing in the export. */
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
      throw new Error(`Exports refer to each other in a cycle: ${left.map(({ name }) => name).join(', ')}`)
    sorted.push(...left.splice(at, 1))
  }
  return sorted
}

export interface Exports {
  readonly kinds: readonly ExportKind[]
  /** table → why it is not exported */
  readonly without: Readonly<Record<string, string>>
}

/** @throws Error if two modules list the same table */
export const collectExports = (parts: readonly Exported[]): Exports => {
  const entries = parts.flatMap((part) => Object.entries(part))
  const duplicate = entries.find(([table], at) => entries.findIndex(([other]) => other === table) !== at)
  if (duplicate) throw new Error(`Two modules export table ${duplicate[0]}`)
  return {
    kinds: byReference(entries.flatMap(([, what]) => (typeof what === 'string' ? [] : [what]))),
    without: Object.fromEntries(
      entries.flatMap(([table, what]) => (typeof what === 'string' ? [[table, what]] : [])),
    ),
  }
}
