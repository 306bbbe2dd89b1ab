/** Who does it: a person, an operator or a company, or nobody yet. */
import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Assignee, AssigneeInput } from '#contracts/tasks/records.ts'
import { useWords } from '../lib/language.tsx'
import { taskWords } from './words.ts'

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
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error?: ReactNode
  /** a choice that changes nothing, for many tasks at once */
  readonly keep?: { readonly value: string; readonly label: string }
}

export const AssigneeSelect = ({ label, assignees, value, error, onChange, keep }: AssigneeSelectProps) => {
  const tasks = useWords(taskWords)
  return (
    <Select
      label={label}
      error={error}
      searchable
      allowDeselect={false}
      nothingFoundMessage={tasks.nobodyFound}
      data={[
        ...(keep ? [keep] : []),
        { value: nobody, label: tasks.nobody },
        ...assignees.map((one) => ({ value: assigneeValue(one), label: one.name })),
      ]}
      value={value === '' ? nobody : value}
      onChange={(next) => onChange(next === null || next === nobody ? '' : next)}
    />
  )
}
