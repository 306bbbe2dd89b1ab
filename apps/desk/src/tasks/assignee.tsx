/** Who does it: a person, an operator or a company, or nobody yet. */
import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Assignee, AssigneeInput } from '#contracts/tasks/records.ts'
import { useMessages } from '../lib/language.tsx'
import { taskMessages } from './messages.ts'

/** `USER:id`, as a form holds it; '' for nobody. */
export const assigneeValue = (assignee: Assignee | null): string =>
  assignee ? `${assignee.kind}:${assignee.id}` : ''

export const assigneeInput = (value: string): AssigneeInput => {
  const [kind, id] = value.split(':')
  if (!id) return { userId: null, operatorId: null, companyId: null }
  if (kind === 'OPERATOR') return { operatorId: id }
  return kind === 'COMPANY' ? { companyId: id } : { userId: id }
}

/** The kit takes no empty value for a choice. */
const nobody = 'nobody'

interface AssigneeSelectProps {
  readonly label: string
  readonly assignees: readonly Assignee[]
  /** undefined: nothing is chosen yet, so what is typed looks for whom to choose */
  readonly value: string | undefined
  readonly onChange: (value: string) => void
  readonly error?: ReactNode
  /** of a dialog: it has the focus, and its choices wait until they are asked for */
  readonly first?: boolean
  /** within another layer, open as soon as that is */
  readonly inLayer?: boolean
  /** who has it, where nothing is chosen */
  readonly now?: string | undefined
}

export const AssigneeSelect = ({
  label,
  assignees,
  value,
  error,
  onChange,
  first = false,
  inLayer = false,
  now,
}: AssigneeSelectProps) => {
  const tasks = useMessages(taskMessages)
  return (
    <Select
      label={label}
      error={error}
      searchable
      placeholder={now}
      allowDeselect={false}
      nothingFoundMessage={tasks.nobodyFound}
      data={[
        { value: nobody, label: tasks.nobody },
        ...assignees.map((one) => ({ value: assigneeValue(one), label: one.name })),
      ]}
      value={value === '' ? nobody : (value ?? null)}
      onChange={(next) => onChange(next === null || next === nobody ? '' : next)}
      {...(first ? { 'data-autofocus': true, openOnFocus: false } : {})}
      {...(inLayer
        ? { 'data-autofocus': true, defaultDropdownOpened: true, comboboxProps: { withinPortal: false } }
        : {})}
    />
  )
}
