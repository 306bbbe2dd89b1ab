/** Field for day and time whose value is a local time such as `2026-11-20T08:30`. */
import { type ReactNode, useState } from 'react'
import { useFormat } from '../lib/format.ts'
import { useDateTimeText } from '../parts/datetime-text.ts'
import { fromLocalField, toLocalField } from '../parts/local-datetime.ts'
import { MomentField } from './moment-field.tsx'

interface LocalTimeFieldProps {
  readonly label: string
  /** '' for none; what cannot be parsed stays as it was typed */
  readonly value: string
  readonly error?: ReactNode
  readonly onChange: (value: string) => void
  readonly zone?: string | undefined
  readonly past?: boolean
  readonly first?: boolean
  readonly help?: string
}

export const LocalTimeField = ({ value, error, onChange, ...field }: LocalTimeFieldProps) => {
  const { timeZone } = useFormat()
  const { show, read, fault } = useDateTimeText()
  const [own, setOwn] = useState({ typed: '', value: '' })
  const [left, setLeft] = useState(false)
  // Unless it comes from here, the value was set by the form.
  const typed = own.value === value ? own.typed : show(fromLocalField(value, timeZone))
  return (
    <MomentField
      {...field}
      value={typed}
      error={read(typed) !== undefined ? error : left || error ? fault(typed) : undefined}
      onBlur={() => setLeft(true)}
      onChange={(next) => {
        const at = read(next)
        const local = at === undefined ? next : toLocalField(at, timeZone)
        setLeft(false)
        setOwn({ typed: next, value: local })
        onChange(local)
      }}
    />
  )
}
