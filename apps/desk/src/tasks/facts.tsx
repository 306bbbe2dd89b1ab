/** What is known about the task; what may be changed is changed in place. */
import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { type Priority, priorities } from '#contracts/records.ts'
import type { Sla, TaskDetail } from '#contracts/tasks/records.ts'
import { assignTask, taskSummary, updateTask } from '#contracts/tasks.ts'
import { useAct, useApi } from '../lib/api.ts'
import { useFormat } from '../lib/format.ts'
import { useT } from '../lib/language.tsx'
import { useHolds } from '../lib/me.ts'
import { FormDialog } from '../parts/dialog.tsx'
import { Mark, PriorityMark, StateMark, StatusMark, type Tone } from '../parts/mark.tsx'
import { fromLocalField, toLocalField } from '../parts/moments.ts'
import { When, WhenFull } from '../parts/when.tsx'
import { AssigneeSelect, assigneeInput, assigneeValue } from './assignee.tsx'
import { Due } from './table.tsx'

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const Assign = ({ task, onClose }: { task: TaskDetail; onClose: () => void }) => {
  const { tasks } = useT()
  const summary = useApi(taskSummary, {}, { staleMinutes: 10 })
  const assign = useAct(assignTask)
  const before = assigneeValue(task.assignee)
  const [value, setValue] = useState(before)
  const known = summary.data?.assignees ?? []
  const list =
    task.assignee && !known.some(({ id }) => id === task.assignee?.id) ? [task.assignee, ...known] : known
  return (
    <FormDialog
      title={tasks.assign}
      opened
      onClose={onClose}
      dirty={value !== before}
      submit={tasks.assign}
      busy={assign.isPending}
      error={assign.error ?? summary.error}
      onSubmit={() =>
        assign.mutate({ params: { id: task.id }, body: assigneeInput(value) }, { onSuccess: onClose })
      }
    >
      <AssigneeSelect label={tasks.assignee} assignees={list} value={value} onChange={setValue} />
    </FormDialog>
  )
}

const Edit = ({ task, onClose }: { task: TaskDetail; onClose: () => void }) => {
  const { tasks, words } = useT()
  const save = useAct(updateTask)
  const before = {
    title: task.title,
    description: task.description,
    priority: task.priority,
    due: toLocalField(task.dueAt),
    labels: task.labels.join(', '),
  }
  const [draft, setDraft] = useState(before)
  const set = (part: Partial<typeof before>): void => setDraft({ ...draft, ...part })
  const labels = draft.labels
    .split(',')
    .map((label) => label.trim())
    .filter(Boolean)
  return (
    <FormDialog
      title={tasks.edit}
      opened
      onClose={onClose}
      dirty={JSON.stringify(draft) !== JSON.stringify(before)}
      submit={words.save}
      problem={draft.title.trim() === '' ? tasks.titleNeeded : undefined}
      busy={save.isPending}
      error={save.error}
      onSubmit={() =>
        save.mutate(
          {
            params: { id: task.id },
            ifMatch: task.version,
            body: {
              title: draft.title.trim(),
              description: draft.description.trim(),
              priority: draft.priority,
              ...(draft.due === before.due ? {} : { dueAt: fromLocalField(draft.due) }),
              labels,
            },
          },
          { onSuccess: onClose },
        )
      }
    >
      <TextInput
        data-autofocus
        label={tasks.title}
        maxLength={120}
        value={draft.title}
        onChange={(event) => set({ title: event.currentTarget.value })}
      />
      <Textarea
        label={tasks.description}
        autosize
        minRows={3}
        maxLength={4000}
        value={draft.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      <div className="two">
        <NativeSelect
          label={tasks.priority}
          value={draft.priority}
          onChange={(event) => set({ priority: event.currentTarget.value as Priority })}
          data={priorities.map((priority) => ({ value: priority, label: words.priority[priority] }))}
        />
        <TextInput
          type="datetime-local"
          label={tasks.due}
          value={draft.due}
          onChange={(event) => set({ due: event.currentTarget.value })}
        />
      </div>
      <TextInput
        label={tasks.labels}
        description={tasks.labelsHelp}
        value={draft.labels}
        onChange={(event) => set({ labels: event.currentTarget.value })}
      />
    </FormDialog>
  )
}

const slaTones: Record<Sla['state'], Tone> = {
  ON_TRACK: 'good',
  AT_RISK: 'warn',
  BREACHED: 'bad',
  PAUSED: 'info',
  MET: 'good',
}

export const TaskFacts = ({ task }: { task: TaskDetail }) => {
  const { tasks, words } = useT()
  const { full, number } = useFormat()
  const admin = useHolds('ADMIN')
  const [layer, setLayer] = useState<'assign' | 'edit'>()
  const may = (action: TaskDetail['allowed'][number]): boolean => task.allowed.includes(action)
  const close = (): void => setLayer(undefined)
  return (
    <>
      <div className="section-head">
        <h2>{tasks.facts}</h2>
        {may('edit') ? (
          <Button size="compact-sm" onClick={() => setLayer('edit')}>
            {tasks.edit}
          </Button>
        ) : null}
      </div>
      <dl className="facts">
        <Fact name={tasks.status}>
          <StatusMark status={task.status} />
        </Fact>
        {task.blocked ? (
          <Fact name={tasks.blocked}>
            <Mark tone="warn">{tasks.reasons[task.blocked.reason]}</Mark>
            <small>
              {tasks.since} <When at={task.blocked.since} />
              {task.blocked.until ? `, ${tasks.until} ${full(task.blocked.until)}` : ''}
            </small>
            {task.blocked.note ? (
              <p className="prose" dir="auto">
                {task.blocked.note}
              </p>
            ) : null}
          </Fact>
        ) : null}
        <Fact name={tasks.priority}>
          <PriorityMark priority={task.priority} />
        </Fact>
        <Fact name={tasks.assignee}>
          <span className="line-of">
            {task.assignee?.name ?? <span className="quiet">{tasks.nobody}</span>}
            {may('assign') ? (
              <button type="button" className="as-link" onClick={() => setLayer('assign')}>
                {tasks.assign}
              </button>
            ) : null}
          </span>
        </Fact>
        <Fact name={tasks.due}>
          <Due task={task} />
        </Fact>
        {task.amenity ? (
          <Fact name={words.amenity}>
            <span className="line-of">
              {admin ? (
                <Link to="/amenities/$id" params={{ id: task.amenity.id }}>
                  {task.amenity.name}
                </Link>
              ) : (
                task.amenity.name
              )}
              <StateMark state={task.amenity.state} />
            </span>
          </Fact>
        ) : null}
        {task.location ? <Fact name={words.location}>{task.location}</Fact> : null}
        {task.building ? <Fact name={words.building}>{task.building.name}</Fact> : null}
        {task.categoryName ? <Fact name={tasks.category}>{task.categoryName}</Fact> : null}
        <Fact name={tasks.source}>{tasks.sources[task.source]}</Fact>
        {task.labels.length > 0 ? <Fact name={tasks.labels}>{task.labels.join(', ')}</Fact> : null}
        {task.routing ? <Fact name={tasks.why}>{task.routing.reason}</Fact> : null}
        {task.sla ? (
          <Fact name={tasks.clock}>
            <Mark tone={slaTones[task.sla.state]}>{tasks.slaStates[task.sla.state]}</Mark>
            <small>
              {task.sla.respondBy ? `${tasks.respondBy} ${full(task.sla.respondBy)}. ` : ''}
              {task.sla.resolveBy ? `${tasks.resolveBy} ${full(task.sla.resolveBy)}. ` : ''}
              {task.sla.pausedMs > 0 ? tasks.paused(number(Math.round(task.sla.pausedMs / 60_000))) : ''}
            </small>
          </Fact>
        ) : null}
        {task.verification === 'NONE' ? null : (
          <Fact name={tasks.verification}>{tasks.verifications[task.verification]}</Fact>
        )}
        {task.resolution ? <Fact name={tasks.resolution}>{task.resolution}</Fact> : null}
        {task.minutesSpent === null ? null : <Fact name={tasks.minutes}>{number(task.minutesSpent)}</Fact>}
        {task.reopenCount > 0 ? <Fact name={tasks.reopened}>{number(task.reopenCount)}</Fact> : null}
        <Fact name={tasks.created}>
          <WhenFull at={task.createdAt} />
          <small>{task.createdBy.name}</small>
        </Fact>
        {task.followers > 0 ? <Fact name={tasks.followers}>{number(task.followers)}</Fact> : null}
      </dl>
      {layer === 'assign' ? <Assign task={task} onClose={close} /> : null}
      {layer === 'edit' ? <Edit task={task} onClose={close} /> : null}
    </>
  )
}
