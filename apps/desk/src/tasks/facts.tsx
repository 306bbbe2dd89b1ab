/** What is known about the task; what may be changed is changed in place. */
import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { type Priority, priorities } from '#contracts/records.ts'
import type { TaskDetail } from '#contracts/tasks/records.ts'
import { updateTask } from '#contracts/tasks.ts'
import { text } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { useForm } from '../form/use-form.ts'
import { useAct } from '../lib/api.ts'
import { useFormat } from '../lib/format.ts'
import { useWords } from '../lib/language.tsx'
import { useHolds } from '../lib/me.ts'
import { Mark, PriorityMark, StateMark, StatusMark } from '../parts/mark.tsx'
import { fromLocalField, toLocalField } from '../parts/moments.ts'
import { When, WhenFull } from '../parts/when.tsx'
import { Assign } from './assign.tsx'
import { TaskClock } from './clock.tsx'
import { Due } from './table.tsx'
import { WhyHere } from './why-here.tsx'
import { taskWords } from './words.ts'

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const Edit = ({ task, onClose }: { task: TaskDetail; onClose: () => void }) => {
  const { words } = useWords()
  const tasks = useWords(taskWords)
  const save = useAct(updateTask)
  const form = useForm({
    record: task,
    draft: (record = task) => ({
      title: record.title,
      description: record.description,
      priority: record.priority,
      dueAt: toLocalField(record.dueAt),
      labels: record.labels.join(', '),
    }),
    write: ({ title, description, priority, dueAt, labels }) => ({
      title: title.trim(),
      description: description.trim(),
      priority,
      dueAt: fromLocalField(dueAt),
      labels: labels
        .split(',')
        .map((label) => label.trim())
        .filter(Boolean),
    }),
    body: updateTask,
    check: ({ title }) => ({ title: title.trim() === '' && tasks.titleNeeded }),
    update: (body, { id, version }) => save.mutateAsync({ params: { id }, ifMatch: version, body }),
    onDone: onClose,
  })
  return (
    <FormDialog form={form} title={tasks.edit} submit={words.save} onClose={onClose}>
      <TextInput {...text(form, 'title', tasks.title)} data-autofocus />
      <Textarea {...text(form, 'description', tasks.description)} autosize minRows={3} />
      <div className="two">
        <NativeSelect
          {...text(form, 'priority', tasks.priority, (one) => words.priority[one as Priority])}
          data={priorities.map((priority) => ({ value: priority, label: words.priority[priority] }))}
        />
        <TextInput {...text(form, 'dueAt', tasks.due)} type="datetime-local" />
      </div>
      <TextInput
        {...text(form, 'labels', tasks.labels)}
        description={tasks.labelsHelp}
        maxLength={undefined}
      />
    </FormDialog>
  )
}

export const TaskFacts = ({ task }: { task: TaskDetail }) => {
  const { words } = useWords()
  const tasks = useWords(taskWords)
  const { full, number } = useFormat()
  const admin = useHolds('ADMIN')
  const [layer, setLayer] = useState<'assign' | 'edit'>()
  const may = (action: TaskDetail['allowed'][number]): boolean => task.allowed.includes(action)
  const close = (): void => setLayer(undefined)
  return (
    <>
      <div className="section-head">
        <h2>{words.facts}</h2>
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
          {task.dueAt ? (
            <Due task={{ ...task, sla: null, blocked: null }} />
          ) : (
            <span className="quiet">–</span>
          )}
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
        {task.routing ? (
          <Fact name={tasks.why}>
            <WhyHere routing={task.routing} />
          </Fact>
        ) : null}
        {task.sla ? (
          <Fact name={tasks.clock}>
            <TaskClock task={task} sla={task.sla} />
          </Fact>
        ) : null}
        {task.escalationLevel > 0 ? <Fact name={tasks.escalated}>{number(task.escalationLevel)}</Fact> : null}
        {task.verification === 'NONE' ? null : (
          <Fact name={tasks.verification}>{tasks.verifications[task.verification]}</Fact>
        )}
        {task.resolution ? <Fact name={tasks.resolution}>{task.resolution}</Fact> : null}
        {task.minutesSpent === null ? null : <Fact name={tasks.minutes}>{number(task.minutesSpent)}</Fact>}
        {task.reopenCount > 0 ? <Fact name={tasks.reopened}>{number(task.reopenCount)}</Fact> : null}
        <Fact name={words.created}>
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
