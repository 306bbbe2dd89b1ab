/**
 * Frame of every chart. It is one tab stop: arrow keys move between marks, the value of the current mark is shown
 * and announced, Enter opens its rows. The table below has the same values and links.
 */
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useRef,
  useState,
} from 'react'
import { useMessages } from '../lib/language.tsx'
import './charts.css'
import { chartMessages } from './messages.ts'

/** Renders a link to the rows behind a mark. */
export type ToRows = (props: { readonly children: ReactNode } & Record<string, unknown>) => ReactElement

export interface ChartMark {
  /** value with n, period and interval, in words */
  readonly text: string
  readonly rows?: ToRows | undefined
}

export interface ChartTable {
  readonly heads: readonly string[]
  /** the first cell is the row heading */
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[]
}

export interface Drawn {
  /** index of the current mark */
  readonly at: number | undefined
  /** handlers for the element of a mark */
  readonly touch: (index: number) => {
    readonly onPointerEnter: () => void
    readonly onClick: (event: MouseEvent) => void
  }
}

interface ChartProps {
  /** accessible name */
  readonly label: string
  readonly caption: ReactNode
  readonly marks: readonly ChartMark[]
  /** number of columns where marks form a grid; left out: one row */
  readonly columns?: number
  readonly table: ChartTable
  readonly children: (drawn: Drawn) => ReactNode
}

/** A mark without rows has no link. */
export const orNone = (count: number, rows: ToRows | undefined): ToRows | undefined =>
  count > 0 ? rows : undefined

/** Table cell with a link to the rows, where there are any. */
export const rowsCell = (children: ReactNode, rows: ToRows | undefined): ReactNode =>
  rows ? rows({ children }) : children

const stepFor = (key: string, columns: number | undefined): number | undefined => {
  switch (key) {
    case 'ArrowRight':
      return 1
    case 'ArrowLeft':
      return -1
    case 'ArrowDown':
      return columns ?? 1
    case 'ArrowUp':
      return -(columns ?? 1)
    default:
      return undefined
  }
}

export const Chart = ({ label, caption, marks, columns, table, children }: ChartProps) => {
  const t = useMessages(chartMessages)
  const [at, setAt] = useState<number>()
  const link = useRef<HTMLAnchorElement>(null)
  const mark = at === undefined ? undefined : marks[at]

  const press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const last = marks.length - 1
    const step = stepFor(event.key, columns)
    if (step !== undefined) {
      const next = at === undefined ? (step > 0 ? 0 : last) : at + step
      if (next >= 0 && next <= last) setAt(next)
    } else if (event.key === 'Home') setAt(0)
    else if (event.key === 'End') setAt(last)
    else if (event.key === 'Escape' && at !== undefined) setAt(undefined)
    else if (event.key === 'Enter' && mark) link.current?.click()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const touch = (index: number) => ({
    onPointerEnter: () => setAt(index),
    onClick: ({ nativeEvent }: MouseEvent) => {
      setAt(index)
      // A tap shows the value first; the link below opens the rows.
      if (at === index && (nativeEvent as PointerEvent).pointerType === 'mouse') link.current?.click()
    },
  })

  return (
    <figure className="chart">
      <div
        className="chart-marks"
        role="application"
        aria-roledescription={t.chart}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its arrows are its own
        tabIndex={0}
        onKeyDown={press}
      >
        <div aria-hidden="true">{children({ at, touch })}</div>
      </div>
      <p className="chart-said">
        <span role="status">{mark?.text ?? ''}</span>{' '}
        {mark?.rows ? (
          mark.rows({ ref: link, tabIndex: -1, children: t.openRows })
        ) : mark ? null : (
          <span className="chart-hint">{t.hint}</span>
        )}
      </p>
      <figcaption>{caption}</figcaption>
      <details>
        <summary>{t.asTable}</summary>
        <div className="chart-table">
          <table className="table">
            <caption className="hidden">{label}</caption>
            <thead>
              <tr>
                {table.heads.map((head, index) => (
                  <th scope="col" className={index === 0 ? '' : 'end'} key={head}>
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map(({ key, cells }) => (
                <tr key={key}>
                  {cells.map((cell, index) => (
                    <td
                      key={table.heads[index]}
                      data-label={table.heads[index]}
                      className={index === 0 ? '' : 'end'}
                    >
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  )
}
