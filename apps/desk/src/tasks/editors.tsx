/** Inline editors of a task's row: opened by a press on the value or by a key. */
import { Button, Menu, Popover } from '@mantine/core'
import { type ReactNode, type Ref, useState } from 'react'
import { type Priority, priorities, type TaskStatus, taskStatuses } from '#contracts/records.ts'
import type { Assignee, Task } from '#contracts/tasks/records.ts'
import { MomentField } from '#desk-kit/form/moment-field.tsx'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useDateTimeText } from '#desk-kit/parts/datetime-text.ts'
import { AssigneeSelect, assigneeValue } from './assignee.tsx'
import { type Changed, mayEdit, type TaskPart } from './changes.ts'
import { taskMessages } from './messages.ts'

export interface EditorProps {
  /** the task, or the selected ones */
  readonly tasks: readonly Changed[]
  readonly change: (tasks: readonly Changed[], part: TaskPart) => void
  /** the displayed value */
  readonly children: ReactNode
  /** styled as a button, beside other buttons */
  readonly asButton?: boolean
}

interface ValueButtonProps extends Omit<EditorProps, 'change'> {
  /** lets keyboard shortcuts find the editor */
  readonly edits: 'status' | 'priority' | 'assignee' | 'due'
  readonly label: string
  readonly onClick?: () => void
  readonly ref?: Ref<HTMLButtonElement>
}

/** `rest` has the props that Mantine passes to the target of a popover. */
const ValueButton = ({ tasks, edits, label, children, asButton, ...rest }: ValueButtonProps) => {
  const words = useMessages(taskMessages)
  const [only] = tasks
  const name = tasks.length === 1 && only ? words.editOf({ field: label, title: only.title }) : undefined
  return asButton ? (
    <Button size="compact-sm" {...rest}>
      {children}
    </Button>
  ) : (
    <button type="button" {...rest} className="cell-edit" data-edit={edits}>
      {children}
      <span className="hidden">{name}</span>
    </button>
  )
}

interface ChoiceProps<V extends string> extends EditorProps {
  readonly edits: 'status' | 'priority'
  readonly label: string
  readonly values: readonly V[]
  readonly words: Readonly<Record<V, string>>
  readonly partOf: (value: V) => TaskPart
  readonly now: (task: Changed) => V
}

const Choice = <V extends string>({ values, words, partOf, now, change, ...props }: ChoiceProps<V>) => {
  const { tasks, label } = props
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <ValueButton {...props} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{label}</Menu.Label>
        {values.map((value) => (
          <Menu.Item
            key={value}
            {...(tasks.length === 1 && tasks[0] && now(tasks[0]) === value ? { 'aria-current': true } : {})}
            onClick={() => change(tasks, partOf(value))}
          >
            {words[value]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

const urgentFirst: readonly Priority[] = [...priorities].reverse()

export const EditPriority = (props: EditorProps) => {
  const { words } = useMessages()
  const tasks = useMessages(taskMessages)
  return (
    <Choice
      {...props}
      edits="priority"
      label={tasks.priority}
      values={urgentFirst}
      words={words.priority}
      partOf={(priority: Priority) => ({ priority })}
      now={(task) => task.priority}
    />
  )
}

export const EditStatus = (props: EditorProps) => {
  const { words } = useMessages()
  const tasks = useMessages(taskMessages)
  return (
    <Choice
      {...props}
      edits="status"
      label={tasks.status}
      values={taskStatuses}
      words={words.status}
      partOf={(status: TaskStatus) => ({ status })}
      now={(task) => task.status}
    />
  )
}

interface EditAssigneeProps extends EditorProps {
  readonly assignees: readonly Assignee[]
}

export const EditAssignee = ({ assignees, tasks, change, ...props }: EditAssigneeProps) => {
  const words = useMessages(taskMessages)
  const [opened, setOpened] = useState(false)
  const own = tasks.length === 1 ? (tasks[0]?.assignee ?? null) : null
  const list = own && !assignees.some(({ id }) => id === own.id) ? [own, ...assignees] : assignees
  const choose = (value: string): void => {
    setOpened(false)
    change(tasks, { assignee: list.find((one) => assigneeValue(one) === value) ?? null })
  }
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus returnFocus position="bottom-start" width={280}>
      <Popover.Target>
        <ValueButton
          tasks={tasks}
          edits="assignee"
          label={words.assignee}
          {...props}
          onClick={() => setOpened(!opened)}
        />
      </Popover.Target>
      <Popover.Dropdown>
        <AssigneeSelect
          label={words.assignee}
          assignees={list}
          value={undefined}
          now={own?.name}
          onChange={choose}
          inLayer
        />
      </Popover.Dropdown>
    </Popover>
  )
}

export const EditDue = ({ tasks, change, ...props }: EditorProps) => {
  const { words } = useMessages()
  const own = useMessages(taskMessages)
  const dateTime = useDateTimeText()
  const now = tasks.length === 1 ? dateTime.show(tasks[0]?.dueAt ?? null) : ''
  const [opened, setOpened] = useState(false)
  const [typed, setTyped] = useState('')
  const [tried, setTried] = useState(false)
  const set = (dueAt: string | null): void => {
    setOpened(false)
    change(tasks, { dueAt })
  }
  const open = (next: boolean): void => {
    setTyped(now)
    setTried(false)
    setOpened(next)
  }
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus returnFocus position="bottom-start" width={280}>
      <Popover.Target>
        <ValueButton tasks={tasks} edits="due" label={own.due} {...props} onClick={() => open(!opened)} />
      </Popover.Target>
      <Popover.Dropdown>
        <form
          className="form cell-form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            setTried(true)
            const read = dateTime.read(typed)
            if (read !== undefined) set(read)
          }}
        >
          <MomentField
            first
            inLayer
            label={own.due}
            error={tried ? dateTime.fault(typed) : undefined}
            value={typed}
            onChange={setTyped}
          />
          <div className="form-foot">
            <Button type="submit" variant="filled">
              {words.save}
            </Button>
            <Button onClick={() => set(null)}>{own.noDue}</Button>
          </div>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}

/** The value with its editor, or the value alone where changing it is not allowed. */
export const Editable = ({
  task,
  children,
  edit,
}: {
  task: Task
  children: ReactNode
  edit: (value: ReactNode) => ReactNode
}) => (mayEdit(task) ? edit(children) : children)
