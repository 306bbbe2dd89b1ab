/** A dense table that is sorted through the address; on a phone each row becomes a block. */
import { Checkbox } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type DragEvent, type ReactNode, useState } from 'react'
import { useMessages } from '../lib/language.tsx'
import { useRowFocusRestore } from '../lib/navigation-focus.ts'

export interface Column<Row> {
  readonly key: string
  readonly head: string
  readonly cell: (row: Row) => ReactNode
  /** field of the `sort` parameter */
  readonly sort?: string
  readonly end?: boolean
  /** hidden on narrow screens */
  readonly wide?: boolean
  /** holds buttons; its heading is for screen readers only */
  readonly actions?: boolean
}

export interface Selection {
  readonly ids: ReadonlySet<string>
  readonly toggle: (id: string) => void
  readonly all: (ids: readonly string[]) => void
  readonly label: (id: string) => string
}

interface TableProps<Row extends { readonly id: string }> {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly sort?: string | undefined
  readonly onSort?: (sort: string) => void
  readonly selection?: Selection
  /** rows can be dragged: called when one is dropped on another */
  readonly onDrop?: (id: string, place: string) => void
  /** greyed out while the next page loads */
  readonly waiting?: boolean
}

const Arrow = ({ direction }: { direction: 'up' | 'down' }) => (
  <svg viewBox="0 0 10 10" width="9" height="9" aria-hidden="true">
    <path d={direction === 'up' ? 'M5 2l4 6H1z' : 'M5 8L1 2h8z'} fill="currentColor" />
  </svg>
)

const Head = <Row,>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>
  sort: string | undefined
  onSort: ((sort: string) => void) | undefined
}) => {
  const field = column.sort
  const direction =
    field && sort === field ? 'ascending' : field && sort === `-${field}` ? 'descending' : undefined
  const name = `${column.end ? 'end' : ''} ${column.wide ? 'wide' : ''}`
  return (
    <th scope="col" className={name} aria-sort={direction}>
      {field && onSort ? (
        <button
          type="button"
          className="sort"
          onClick={() => onSort(direction === 'ascending' ? `-${field}` : field)}
        >
          {column.head}
          {direction ? <Arrow direction={direction === 'ascending' ? 'up' : 'down'} /> : null}
        </button>
      ) : column.actions ? (
        <span className="hidden">{column.head}</span>
      ) : (
        column.head
      )}
    </th>
  )
}

export const Table = <Row extends { readonly id: string }>(props: TableProps<Row>) => {
  const { words } = useMessages()
  const { columns, rows, selection, onDrop } = props
  const [dragged, setDragged] = useState<string>()
  const [over, setOver] = useState<string>()
  const remember = useRowFocusRestore(rows.length > 0)
  const every = selection !== undefined && rows.length > 0 && rows.every(({ id }) => selection.ids.has(id))
  return (
    <table className={`table ${props.waiting ? 'waiting' : ''}`} aria-busy={props.waiting || undefined}>
      <caption className="hidden">{props.caption}</caption>
      <thead>
        <tr>
          {onDrop ? <td className="grip" /> : null}
          {selection ? (
            <th scope="col" className="pick">
              <Checkbox
                size="xs"
                aria-label={words.selectAll}
                checked={every}
                onChange={() => selection.all(every ? [] : rows.map(({ id }) => id))}
              />
            </th>
          ) : null}
          {columns.map((column) => (
            <Head key={column.key} column={column} sort={props.sort} onSort={props.onSort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={row.id}
            data-row={row.id}
            data-selected={selection?.ids.has(row.id) || undefined}
            data-over={(dragged && over === row.id && over !== dragged) || undefined}
            onClickCapture={() => remember(row.id)}
            {...(onDrop && dragged
              ? {
                  onDragOver: (event: DragEvent) => {
                    event.preventDefault()
                    setOver(row.id)
                  },
                  onDrop: (event: DragEvent) => {
                    event.preventDefault()
                    onDrop(dragged, row.id)
                  },
                }
              : {})}
          >
            {onDrop ? (
              // The row menu offers the same by keyboard.
              <td
                className="grip"
                draggable
                onDragStart={() => setDragged(row.id)}
                onDragEnd={() => {
                  setDragged(undefined)
                  setOver(undefined)
                }}
              >
                <IconGripVertical size={16} aria-hidden />
              </td>
            ) : null}
            {selection ? (
              <td className="pick">
                <Checkbox
                  size="xs"
                  aria-label={words.select({ name: selection.label(row.id) })}
                  checked={selection.ids.has(row.id)}
                  onChange={() => selection.toggle(row.id)}
                />
              </td>
            ) : null}
            {columns.map((column) => (
              <td
                key={column.key}
                data-label={column.actions ? '' : column.head}
                className={`${column.end ? 'end' : ''} ${column.wide ? 'wide' : ''}`}
              >
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface PagerProps {
  readonly page: number
  readonly totalPages: number
  readonly total: number
}

/** Pages are links, so they can be opened in a new tab and shared. */
export const Pager = ({ page, totalPages, total }: PagerProps) => {
  const { words } = useMessages()
  if (total === 0) return null
  const to = (number: number) => ({
    to: '.' as const,
    search: ((before: Record<string, unknown>) => ({
      ...before,
      page: number === 1 ? undefined : number,
    })) as never,
  })
  return (
    <nav className="pager" aria-label={words.pages}>
      <span aria-live="polite">{words.pageOf({ page, pages: Math.max(1, totalPages), total })}</span>
      {page > 1 ? (
        <Link {...to(page - 1)} rel="prev">
          {words.previous}
        </Link>
      ) : null}
      {page < totalPages ? (
        <Link {...to(page + 1)} rel="next">
          {words.next}
        </Link>
      ) : null}
    </nav>
  )
}
