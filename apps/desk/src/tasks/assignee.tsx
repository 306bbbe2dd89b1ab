/** The assignee of a task: a member, an operator, a company, or nobody. */
import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Assignee, AssigneeInput } from '#contracts/tasks/records.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { taskMessages } from './messages.ts'

/** Form value, such as `USER:id`; '' for nobody. */
export const assigneeValue = (assignee: Assignee | null): string =>
  assignee ? `${assignee.kind}:${assignee.id}` : ''

export const assigneeInput = (value: string): AssigneeInput => {
  const [kind, id] = value.split(':')
  if (!id) return { userId: null, operatorId: null, companyId: null }
  if (kind === 'OPERATOR') return { operatorId: id }
  return kind === 'COMPANY' ? { companyId: id } : { userId: id }
}

/** Mantine's Select takes no empty value. */
const nobody = 'nobody'

interface AssigneeSelectProps {
  readonly label: string
  readonly assignees: readonly Assignee[]
  /** undefined: nothing is chosen yet, and the typed text searches */
  readonly value: string | undefined
  readonly onChange: (value: string) => void
  readonly error?: ReactNode
  /** gets the focus when its dialog opens, without opening its options */
  readonly first?: boolean
  /** opens at once, for use inside another layer */
  readonly inLayer?: boolean
  /** name of the current assignee while nothing is chosen */
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
