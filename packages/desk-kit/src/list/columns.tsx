/** Column choice. It is stored in the address, so saved views include it. */
import { useMessages } from '../lib/language.tsx'
import { FilterMenu } from '../parts/filters.tsx'
import type { ListColumn } from './declaration.ts'

/** The first column names the row and cannot be hidden; without a choice all are shown. */
export const shownColumns = <Row,>(
  columns: readonly ListColumn<Row>[],
  chosen: readonly string[] | undefined,
): ListColumn<Row>[] => {
  const [first, ...others] = columns
  const shown = chosen ? others.filter(({ key }) => chosen.includes(key)) : others
  // A column chosen explicitly is shown on narrow screens too.
  const wanted = chosen ? shown.map((column) => ({ ...column, wide: false })) : shown
  return first ? [first, ...wanted] : []
}

interface ColumnChoiceProps<Row> {
  readonly columns: readonly ListColumn<Row>[]
  readonly chosen: readonly string[] | undefined
  readonly onChange: (chosen: string[] | undefined) => void
}

export const ColumnChoice = <Row,>({ columns, chosen, onChange }: ColumnChoiceProps<Row>) => {
  const { lists } = useMessages()
  const others = columns.slice(1).map(({ key, head }) => ({ value: key, label: head }))
  const all = others.map(({ value }) => value)
  return (
    <FilterMenu
      label={lists.columns}
      choices={others}
      chosen={chosen ?? all}
      plain
      onChange={(next) => onChange(next && next.length < all.length ? next : undefined)}
    />
  )
}
