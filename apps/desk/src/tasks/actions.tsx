/** Actions on a task; `allowed` of the task says which are offered. */
import { Button, Menu, NativeSelect, NumberInput, Textarea } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import type { TaskStatus } from '#contracts/records.ts'
import type { BlockReason, TaskDetail } from '#contracts/tasks/records.ts'
import { claimTask, deleteTask, setTaskStatus } from '#contracts/tasks.ts'
import { text, value } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { MomentField } from '#desk-kit/form/moment-field.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { callOf, useAction, useRun } from '#desk-kit/lib/api.ts'
import { bodyField } from '#desk-kit/lib/contract.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { Confirm } from '#desk-kit/parts/confirm.tsx'
import { useDateTimeText } from '#desk-kit/parts/datetime-text.ts'
import { lazyComponent } from '#desk-kit/parts/lazy-component.tsx'
import { ErrorPanel } from '#desk-kit/parts/states.tsx'
import type { TaskChanges } from './changes.ts'
import { taskMessages } from './messages.ts'
import { useRefusal } from './use-refusal.ts'

export const blockReasons: readonly BlockReason[] = ['PARTS', 'ACCESS', 'VENDOR', 'VISITOR', 'OTHER']

interface DialogProps {
  readonly task: TaskDetail
  readonly onClose: () => void
}

interface FinishProps extends DialogProps {
  readonly changes: TaskChanges
}

const Finish = ({ task, changes, onClose }: FinishProps) => {
  const tasks = useMessages(taskMessages)
  const save = useAction(setTaskStatus)
  const form = useForm({
    draft: (): { resolution: string; minutesSpent: number | string } => ({
      resolution: '',
      minutesSpent: '',
    }),
    write: ({ resolution, minutesSpent }) => ({
      status: 'DONE' as const,
      ...(resolution.trim() ? { resolution: resolution.trim() } : {}),
      ...(typeof minutesSpent === 'number' ? { minutesSpent } : {}),
    }),
    body: setTaskStatus,
    create: (body) => save.mutateAsync({ params: { id: task.id }, ifMatch: task.version, body }),
    onDone: (after) => {
      if (after) changes.tell(task, after.version, { status: 'DONE' })
      onClose()
    },
  })
  return (
    <FormDialog form={form} title={tasks.finish} submit={tasks.finish} onClose={onClose}>
      <Textarea
        {...text(form, 'resolution', tasks.resolution)}
        description={tasks.resolutionHelp}
        data-autofocus
        autosize
        minRows={2}
      />
      <NumberInput
        {...value(form, 'minutesSpent', tasks.minutes)}
        min={0}
        max={bodyField(setTaskStatus, 'minutesSpent')?.maximum ?? 0}
        allowDecimal={false}
        hideControls
      />
    </FormDialog>
  )
}

const Block = ({ task, onClose }: DialogProps) => {
  const tasks = useMessages(taskMessages)
  const dateTime = useDateTimeText()
  const save = useAction(setTaskStatus)
  const form = useForm({
    draft: () => ({ reason: 'PARTS' as BlockReason, until: '', note: '' }),
    write: ({ reason, until, note }) => ({
      status: task.status,
      blocked: {
        reason,
        until: dateTime.read(until) ?? null,
        ...(note.trim() ? { note: note.trim() } : {}),
      },
    }),
    body: setTaskStatus,
    check: ({ until }) => ({ until: dateTime.fault(until) }),
    create: (body) => save.mutateAsync({ params: { id: task.id }, ifMatch: task.version, body }),
    onDone: onClose,
  })
  return (
    <FormDialog form={form} title={tasks.block} submit={tasks.block} onClose={onClose}>
      <NativeSelect
        {...text(form, 'reason', tasks.reason)}
        description={tasks.blockHelp}
        data-autofocus
        data={blockReasons.map((one) => ({ value: one, label: tasks.reasons[one] }))}
      />
      <MomentField {...value(form, 'until', tasks.until)} />
      <Textarea
        {...text(form, 'note', tasks.blockNote)}
        maxLength={bodyField(setTaskStatus, 'blocked.note')?.maxLength}
        autosize
        minRows={2}
      />
    </FormDialog>
  )
}

const Remove = ({ task, onClose }: DialogProps) => {
  const tasks = useMessages(taskMessages)
  const navigate = useNavigate()
  return (
    <Confirm
      title={tasks.deleteTask}
      submit={tasks.deleteTask}
      call={callOf(deleteTask, { params: { id: task.id }, ifMatch: task.version })}
      onClose={onClose}
      onDone={() => void navigate({ to: '/tasks' })}
    >
      {tasks.deleteHelp({ title: task.title })}
    </Confirm>
  )
}

const Assign = lazyComponent(async () => (await import('./assign.tsx')).Assign)
const EditTask = lazyComponent(async () => (await import('./edit-task.tsx')).EditTask)
const Merge = lazyComponent(async () => (await import('./merge.tsx')).Merge)

type Layer = 'finish' | 'block' | 'merge' | 'delete' | 'assign' | 'edit'

interface TaskActionsProps {
  readonly task: TaskDetail
  readonly changes: TaskChanges
}

export const TaskActions = ({ task, changes }: TaskActionsProps) => {
  const { words } = useMessages()
  const tasks = useMessages(taskMessages)
  const move = useRun()
  const claim = useAction(claimTask)
  const [layer, setLayer] = useState<Layer>()
  const may = (action: TaskDetail['allowed'][number]): boolean => task.allowed.includes(action)
  const go = (status: TaskStatus): void => void changes.change([task], { status })
  const unblock = (): void =>
    move.mutate(
      callOf(setTaskStatus, {
        params: { id: task.id },
        ifMatch: task.version,
        body: { status: task.status, blocked: null },
      }),
    )
  const close = (): void => setLayer(undefined)
  const busy = move.isPending || claim.isPending || changes.busy
  const error = move.error ?? claim.error
  const why = useRefusal()
  return (
    <>
      <div className="actions">
        {may('start') ? (
          <Button variant="filled" loading={busy} onClick={() => go('IN_PROGRESS')}>
            {tasks.start}
          </Button>
        ) : null}
        {may('finish') ? (
          <Button variant={may('start') ? 'default' : 'filled'} onClick={() => setLayer('finish')}>
            {tasks.finish}
          </Button>
        ) : null}
        {may('reopen') ? (
          <Button loading={busy} onClick={() => go('OPEN')}>
            {tasks.reopen}
          </Button>
        ) : null}
        {may('unblock') ? (
          <Button loading={busy} onClick={unblock}>
            {tasks.unblock}
          </Button>
        ) : null}
        {may('block') && !task.blocked ? (
          <Button onClick={() => setLayer('block')}>{tasks.block}</Button>
        ) : null}
        {may('claim') ? (
          <Button loading={busy} onClick={() => claim.mutate({ params: { id: task.id } })}>
            {tasks.claim}
          </Button>
        ) : null}
        {may('assign') ? <Button onClick={() => setLayer('assign')}>{tasks.assign}</Button> : null}
        {may('edit') ? <Button onClick={() => setLayer('edit')}>{words.edit}</Button> : null}
        {may('merge') || may('delete') ? (
          <Menu position="bottom-end">
            <Menu.Target>
              <Button>{words.more}</Button>
            </Menu.Target>
            <Menu.Dropdown>
              {may('merge') ? <Menu.Item onClick={() => setLayer('merge')}>{tasks.merge}</Menu.Item> : null}
              {may('delete') ? (
                <Menu.Item onClick={() => setLayer('delete')}>{tasks.deleteTask}</Menu.Item>
              ) : null}
            </Menu.Dropdown>
          </Menu>
        ) : null}
      </div>
      {error ? <ErrorPanel error={error} message={move.error ? why(move.error) : undefined} /> : null}
      {layer === 'finish' ? <Finish task={task} changes={changes} onClose={close} /> : null}
      {layer === 'block' ? <Block task={task} onClose={close} /> : null}
      {layer === 'delete' ? <Remove task={task} onClose={close} /> : null}
      <Suspense>
        {layer === 'assign' ? <Assign task={task} changes={changes} onClose={close} /> : null}
        {layer === 'edit' ? <EditTask task={task} onClose={close} /> : null}
        {layer === 'merge' ? <Merge task={task} onClose={close} /> : null}
      </Suspense>
    </>
  )
}
