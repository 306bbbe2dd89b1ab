/** Editable table of rooms, fifty rows at a time. It uses native inputs, since there are many. */
import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import type { WizardColumn, WizardFault, WizardRow } from '#contracts/wizard.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { wizardMessages } from './messages.ts'
import { OverLimit, useOverLimit } from './plan-limit.tsx'
import { rowsToCreate, withSkip } from './skip-rows.ts'

export interface GridColumn {
  readonly key: WizardColumn
  readonly head: string
  /** left out: free text */
  readonly choices?: readonly { readonly value: string; readonly label: string }[]
  /** the option that a typed text means; undefined: none, the text stays */
  readonly known?: (typed: string) => string | undefined
}

interface GridProps {
  readonly caption: string
  readonly columns: readonly GridColumn[]
  readonly rows: readonly WizardRow[]
  readonly faults: readonly WizardFault[]
  /** what each row takes of the plan */
  readonly quota: 'qrCodes' | 'members'
  readonly onChange: (rows: WizardRow[]) => void
}

const shown = 50

interface CellProps {
  readonly column: GridColumn
  readonly row: number
  readonly typed: string
  readonly fault: string | undefined
  readonly onChange: (typed: string) => void
}

const Cell = ({ column, row, typed, fault, onChange }: CellProps) => {
  const t = useMessages(wizardMessages)
  const id = useId()
  const shared = {
    'aria-label': t.cellOf({ column: column.head, row }),
    'aria-invalid': fault ? (true as const) : undefined,
    'aria-describedby': fault ? id : undefined,
  }
  const value = column.known?.(typed) ?? typed
  return (
    <td data-head={column.head}>
      {column.choices ? (
        <select {...shared} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          {column.choices.some((choice) => choice.value === value) ? null : (
            <option value={value}>{typed}</option>
          )}
          {column.choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...shared}
          type="text"
          maxLength={500}
          value={typed}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
      {fault ? (
        <small id={id} className="field-problem">
          {fault}
        </small>
      ) : null}
    </td>
  )
}

export const Grid = ({ caption, columns, rows, faults, quota, onChange }: GridProps) => {
  const t = useMessages(wizardMessages)
  const [only, setOnly] = useState(false)
  const [page, setPage] = useState(0)
  const messages = new Map(faults.map(({ row, column, message }) => [`${row} ${column}`, message]))
  const wrong = new Set(faults.map(({ row }) => row))
  const listed = rows
    .map((row, index) => ({ row, at: index + 1 }))
    .filter(({ at }) => !only || wrong.size === 0 || wrong.has(at))
  const from = Math.min(page, Math.max(0, Math.ceil(listed.length / shown) - 1)) * shown
  const set = (at: number, change: (row: WizardRow) => WizardRow): void =>
    onChange(rows.map((row, index) => (index + 1 === at ? change(row) : row)))
  const count = rowsToCreate(rows).length
  const left = rows.length - count
  const over = useOverLimit(quota, count)
  return (
    <>
      {over ? <OverLimit {...over} rows={rows} onSkip={onChange} /> : null}
      <div className="wizard-bar">
        <p role="status">
          {faults.length > 0 ? t.faultsFound({ count: faults.length }) : over ? null : t.noFaults}
          {left > 0 ? ` ${t.leftOut({ count: left })}` : null}
        </p>
        {faults.length > 0 ? (
          <Button aria-pressed={only} onClick={() => setOnly(!only)}>
            {t.onlyFaults({ count: wrong.size })}
          </Button>
        ) : null}
      </div>
      <table className="wizard-grid">
        <caption className="hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t.row}</th>
            {columns.map(({ key, head }) => (
              <th key={key} scope="col">
                {head}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {listed.slice(from, from + shown).map(({ row, at }) => (
            <tr key={at} data-skip={row.skip}>
              <th scope="row">
                {over || left > 0 ? (
                  <label>
                    <input
                      type="checkbox"
                      aria-label={t.createRow({ row: at })}
                      checked={!row.skip}
                      onChange={(event) => {
                        const skip = !event.currentTarget.checked
                        set(at, (before) => withSkip(before, skip))
                      }}
                    />
                    {at}
                  </label>
                ) : (
                  at
                )}
              </th>
              {columns.map((column) => (
                <Cell
                  key={column.key}
                  column={column}
                  row={at}
                  typed={row[column.key] ?? ''}
                  fault={messages.get(`${at} ${column.key}`)}
                  onChange={(typed) => set(at, (before) => ({ ...before, [column.key]: typed }))}
                />
              ))}
              <td>
                <button
                  type="button"
                  className="wizard-remove"
                  aria-label={t.removeRow({ row: at })}
                  onClick={() => onChange(rows.filter((_, index) => index + 1 !== at))}
                >
                  <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
                    <path d="M2 2l8 8M10 2l-8 8" stroke="currentColor" strokeWidth="1.5" />
                  </svg>
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="wizard-bar">
        <Button onClick={() => onChange([...rows, {}])}>{t.addRow}</Button>
        {listed.length > shown ? (
          <nav className="actions" aria-label={caption}>
            <span className="quiet">
              {t.rowsShown({
                from: from + 1,
                to: Math.min(from + shown, listed.length),
                all: listed.length,
              })}
            </span>
            <Button disabled={from === 0} onClick={() => setPage(from / shown - 1)}>
              {t.earlier}
            </Button>
            <Button disabled={from + shown >= listed.length} onClick={() => setPage(from / shown + 1)}>
              {t.later}
            </Button>
          </nav>
        ) : null}
      </div>
    </>
  )
}
