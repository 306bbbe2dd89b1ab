/** What of each table is in a tenant's export, or why not, as the comments of the database say (docs/adding.md, "A table"). */
interface Kind {
  readonly name: string
  readonly refersTo: readonly string[] | 'all'
  readonly key: readonly string[]
  readonly fields: Readonly<Record<string, string>>
  readonly without: Readonly<Record<string, string>>
  readonly photoKeys: readonly string[]
  readonly where?: string
}

interface Column {
  readonly name: string
  readonly comment: string | null
}

interface Table {
  readonly name: string
  readonly comment: string | null
  readonly columns: readonly Column[]
  /** columns of the primary key, in its order */
  readonly key: readonly string[]
}

const tablesText = `select c.relname as name, obj_description(c.oid, 'pg_class') as comment,
    (select json_agg(json_build_object('name', a.attname, 'comment', col_description(c.oid, a.attnum)) order by a.attnum)
       from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    coalesce((select json_agg(a.attname order by k.place) from pg_index i
       cross join unnest(i.indkey) with ordinality as k (number, place)
       join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
       where i.indrelid = c.oid and i.indisprimary), '[]') as key
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'schema_migration'
  order by c.relname collate "C"`

/** What follows the words at the start of a line of the comment. */
const after = (words: string, comment: string | null): string | undefined =>
  comment
    ?.split('\n')
    .find((line) => line === words || line.startsWith(`${words} `))
    ?.slice(words.length)
    .trim()

const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

const listed = (text: string | undefined): string[] => text?.split(/,\s*/) ?? []

const kindOf = ({ name: table, comment, columns, key }: Table, name: string): Kind => {
  const [fields, without, photoKeys]: [Record<string, string>, Record<string, string>, string[]] = [
    {},
    {},
    [],
  ]
  for (const column of columns) {
    if (column.name === 'tenant_id') continue
    const reason = after('not exported:', column.comment)
    const photo = after('exported as photo', column.comment)
    const field = photo ?? after('exported as', column.comment)
    if (reason !== undefined) without[column.name] = reason
    else if (field !== undefined || column.comment?.split('\n').includes('exported'))
      fields[column.name] = field ?? camel(column.name)
    else throw new Error(`The comment on column ${table}.${column.name} says neither exported nor why not`)
    if (photo !== undefined) photoKeys.push(column.name)
  }
  const refersTo = after('refers to:', comment)
  const where = after('where:', comment)
  return {
    name,
    refersTo: refersTo === 'all' ? 'all' : listed(refersTo),
    key: columns.some((column) => column.name === 'id')
      ? ['id']
      : key.filter((column) => column !== 'tenant_id'),
    fields,
    without,
    photoKeys,
    ...(where === undefined ? {} : { where }),
  }
}

/**
 * @param run a statement on the migrated database
 * @throws Error for a table or a column whose comment says nothing of the export
 */
export const readExported = async (
  run: (text: string) => Promise<Table[]>,
): Promise<Readonly<Record<string, Kind | string>>> =>
  Object.fromEntries(
    (await run(tablesText)).map((table) => {
      const name = after('exported as', table.comment)
      const reason = after('not exported:', table.comment)
      if (name === undefined && reason === undefined)
        throw new Error(`The comment on table ${table.name} says neither exported nor why not`)
      return [table.name, name === undefined ? (reason ?? '') : kindOf(table, name)]
    }),
  )
