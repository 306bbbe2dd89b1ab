/** Assignment target of a rule: a member, operator or company, the operator on call, nobody, or everyone. */
import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import type { AssignTarget } from '#contracts/routing/targets.ts'
import type { Assignee } from '#contracts/tasks/records.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'

/** Mantine's Select takes no empty value. */
const nobody = 'NOBODY'
const onCallValue = 'ON_CALL'
const poolValue = 'POOL'

const choiceOf = (target: AssignTarget | null | undefined): string => {
  if (target === null) return poolValue
  if (!target) return nobody
  if ('onCall' in target) return onCallValue
  if ('userId' in target) return `USER:${target.userId}`
  return 'operatorId' in target ? `OPERATOR:${target.operatorId}` : `COMPANY:${target.companyId}`
}

const targetOf = (value: string | null): AssignTarget | null | undefined => {
  if (value === poolValue) return null
  if (value === onCallValue) return { onCall: true }
  const [kind, id] = value?.split(':') ?? []
  if (!id) return undefined
  if (kind === 'OPERATOR') return { operatorId: id }
  return kind === 'COMPANY' ? { companyId: id } : { userId: id }
}

/** The name of the target; undefined where it cannot be chosen any more. */
export const targetText = (target: AssignTarget, assignees: readonly Assignee[]): string | undefined =>
  assignees.find(({ kind, id }) => `${kind}:${id}` === choiceOf(target))?.name

interface TargetSelectProps<T extends AssignTarget | null> {
  readonly label: string
  /** label for nobody */
  readonly nobody: string
  /** label for the operator on call; undefined: not offered */
  readonly onCall: string | undefined
  /** label for making the task unassigned, stored as null */
  readonly pool?: null extends T ? string : never
  readonly assignees: readonly Assignee[]
  readonly value: T | undefined
  readonly onChange: (target: T | undefined) => void
  readonly error?: ReactNode
}

export const TargetSelect = <T extends AssignTarget | null = AssignTarget>({
  label,
  assignees,
  value,
  onChange,
  ...props
}: TargetSelectProps<T>) => {
  const { words } = useMessages()
  const chosen = choiceOf(value)
  const known = assignees.map(({ kind, id, name }) => ({ value: `${kind}:${id}`, label: name }))
  const data = [
    { value: nobody, label: props.nobody },
    ...(props.pool ? [{ value: poolValue, label: props.pool }] : []),
    ...(props.onCall ? [{ value: onCallValue, label: props.onCall }] : []),
    ...known,
  ]
  return (
    <Select
      label={label}
      error={props.error}
      searchable
      allowDeselect={false}
      nothingFoundMessage={words.nothingToChoose}
      data={data.some((choice) => choice.value === chosen) ? data : [...data, { value: chosen, label: '…' }]}
      value={chosen}
      onChange={(next) => onChange(targetOf(next) as T | undefined)}
    />
  )
}
