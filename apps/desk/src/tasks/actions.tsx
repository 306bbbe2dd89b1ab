/** What may be done with the task now; the service says which. */
import { Button, Menu, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { TaskStatus } from '#contracts/records.ts'
import type { BlockReason, TaskDetail } from '#contracts/tasks/records.ts'
import { claimTask, deleteTask, setTaskStatus } from '#contracts/tasks.ts'
import { useAct } from '../lib/api.ts'
import { useT } from '../lib/language.tsx'
import { Confirm, FormDialog } from '../parts/dialog.tsx'
import { fromLocalField } from '../parts/moments.ts'
import { ErrorPanel } from '../parts/states.tsx'
import { Merge } from './merge.tsx'

export const blockReasons: readonly BlockReason[] = ['PARTS', 'ACCESS', 'VENDOR', 'VISITOR', 'OTHER']

interface DialogProps {
  readonly task: TaskDetail
  readonly opened: boolean
  readonly onClose: () => void
}

const Finish = ({ task, opened, onClose }: DialogProps) => {
  const { tasks } = useT()
  const save = useAct(setTaskStatus)
  const [resolution, setResolution] = useState('')
  const [minutes, setMinutes] = useState<number | string>('')
  return (
    <FormDialog
      title={tasks.finish}
      opened={opened}
      onClose={onClose}
      dirty={resolution !== '' || minutes !== ''}
      submit={tasks.finish}
      busy={save.isPending}
      error={save.error}
      onSubmit={() =>
        save.mutate(
          {
            params: { id: task.id },
            ifMatch: task.version,
            body: {
              status: 'DONE',
              ...(resolution.trim() ? { resolution: resolution.trim() } : {}),
              ...(typeof minutes === 'number' ? { minutesSpent: minutes } : {}),
            },
          },
          { onSuccess: onClose },
        )
      }
    >
      <Textarea
        data-autofocus
        label={tasks.resolution}
        description={tasks.resolutionHelp}
        autosize
        minRows={2}
        maxLength={1000}
        value={resolution}
        onChange={(event) => setResolution(event.currentTarget.value)}
      />
      <NumberInput
        label={tasks.minutes}
        min={0}
        max={10080}
        allowDecimal={false}
        hideControls
        value={minutes}
        onChange={setMinutes}
      />
    </FormDialog>
  )
}

const Block = ({ task, opened, onClose }: DialogProps) => {
  const { tasks } = useT()
  const save = useAct(setTaskStatus)
  const [reason, setReason] = useState<BlockReason>('PARTS')
  const [until, setUntil] = useState('')
  const [note, setNote] = useState('')
  return (
    <FormDialog
      title={tasks.block}
      opened={opened}
      onClose={onClose}
      dirty={until !== '' || note !== ''}
      submit={tasks.block}
      busy={save.isPending}
      error={save.error}
      onSubmit={() =>
        save.mutate(
          {
            params: { id: task.id },
            ifMatch: task.version,
            body: {
              status: task.status,
              blocked: {
                reason,
                until: fromLocalField(until),
                ...(note.trim() ? { note: note.trim() } : {}),
              },
            },
          },
          { onSuccess: onClose },
        )
      }
    >
      <NativeSelect
        data-autofocus
        label={tasks.reason}
        description={tasks.blockHelp}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value as BlockReason)}
        data={blockReasons.map((one) => ({ value: one, label: tasks.reasons[one] }))}
      />
      <TextInput
        type="datetime-local"
        label={tasks.until}
        value={until}
        onChange={(event) => setUntil(event.currentTarget.value)}
      />
      <Textarea
        label={tasks.blockNote}
        autosize
        minRows={2}
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </FormDialog>
  )
}

const Remove = ({ task, opened, onClose }: DialogProps) => {
  const { tasks } = useT()
  const navigate = useNavigate()
  const remove = useAct(deleteTask)
  return (
    <Confirm
      title={tasks.deleteTitle}
      opened={opened}
      onClose={onClose}
      submit={tasks.deleteTask}
      busy={remove.isPending}
      error={remove.error}
      onSubmit={() =>
        remove.mutate(
          { params: { id: task.id }, ifMatch: task.version },
          { onSuccess: () => void navigate({ to: '/tasks' }) },
        )
      }
    >
      {tasks.deleteHelp(task.title)}
    </Confirm>
  )
}

export const TaskActions = ({ task }: { task: TaskDetail }) => {
  const { tasks } = useT()
  const move = useAct(setTaskStatus)
  const claim = useAct(claimTask)
  const [layer, setLayer] = useState<'finish' | 'block' | 'merge' | 'delete'>()
  const may = (action: TaskDetail['allowed'][number]): boolean => task.allowed.includes(action)
  const go = (status: TaskStatus, unblock = false): void =>
    move.mutate({
      params: { id: task.id },
      ifMatch: task.version,
      body: { status, ...(unblock ? { blocked: null } : {}) },
    })
  const close = (): void => setLayer(undefined)
  const busy = move.isPending || claim.isPending
  const error = move.error ?? claim.error
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
          <Button loading={busy} onClick={() => go(task.status, true)}>
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
        {may('merge') || may('delete') ? (
          <Menu position="bottom-end">
            <Menu.Target>
              <Button>{tasks.more}</Button>
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
      {error ? <ErrorPanel error={error} /> : null}
      <Finish task={task} opened={layer === 'finish'} onClose={close} />
      <Block task={task} opened={layer === 'block'} onClose={close} />
      <Remove task={task} opened={layer === 'delete'} onClose={close} />
      {layer === 'merge' ? <Merge task={task} opened onClose={close} /> : null}
    </>
  )
}
