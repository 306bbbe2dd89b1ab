/** MAN-7: one task. Two queries: task and history. */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { sayPlace } from '#contracts/kit/place.ts'
import type { TaskDetail } from '#contracts/tasks/records.ts'
import type { getTask } from '#contracts/tasks.ts'
import { useKeys } from '#desk-kit/lib/keys.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { Mark } from '#desk-kit/parts/mark.tsx'
import { Section } from '#desk-kit/parts/screen.tsx'
import { takeBack, UndoBar } from '#desk-kit/parts/undo.tsx'
import { When } from '#desk-kit/parts/when.tsx'
import type { RecordView } from '#desk-kit/shell/screen-kinds.ts'
import { TaskActions } from './actions.tsx'
import { useTaskChanges } from './changes.ts'
import { Checklist } from './checklist.tsx'
import { TaskFacts } from './facts.tsx'
import { History } from './history.tsx'
import { placeOf } from './marks.tsx'
import { taskMessages } from './messages.ts'
import { Notes } from './notes.tsx'
import { TaskPhotos } from './photos.tsx'
import { Refused } from './refused.tsx'
import { Merged, Reports } from './reports.tsx'
import './tasks.css'

/** Why the task was reopened, below the title. */
const NotFixed = ({ task }: { task: TaskDetail }) => {
  const tasks = useMessages(taskMessages)
  if (!task.rejection) return null
  return (
    <div className="not-fixed">
      <p>
        <Mark tone="bad">{tasks.verifications.REJECTED}</Mark> <When at={task.rejection.at} />
      </p>
      {task.rejection.text ? (
        <blockquote className="prose" dir="auto">
          {task.rejection.text}
        </blockquote>
      ) : null}
    </div>
  )
}

export const Detail: RecordView<typeof getTask> = ({ record }) => {
  const { words } = useMessages()
  const tasks = useMessages(taskMessages)
  const changes = useTaskChanges()
  const task = changes.shown(record)
  useKeys({ u: takeBack })
  const checklist = <Checklist key={task.id} task={task} />
  // An empty checklist is shown last. It keeps that place when its first step is added.
  const [isEmpty] = useState(task.checklist.length === 0)
  const place = sayPlace(placeOf(task), task.categoryName)
  return (
    <>
      {place ? <p className="quiet">{place}</p> : null}
      {task.mergedInto ? (
        <p className="stale">
          {tasks.isMerged}{' '}
          <Link to="/tasks/$id" params={{ id: task.mergedInto }}>
            {tasks.openOther}
          </Link>
        </p>
      ) : null}
      <NotFixed task={task} />
      <TaskActions task={task} changes={changes} />
      <Refused refused={changes.refused} />
      <div className="record">
        <div>
          <Reports task={task} />
          {task.description ? (
            <Section title={tasks.description}>
              <p className="prose" dir="auto">
                {task.description}
              </p>
            </Section>
          ) : null}
          {isEmpty ? null : checklist}
          <TaskPhotos task={task} />
          <Notes key={`notes ${task.id}`} task={task} />
          <Merged task={task} />
          <History key={`history ${task.id}`} taskId={task.id} />
          {isEmpty ? checklist : null}
        </div>
        <aside className="section" aria-label={words.facts}>
          <TaskFacts task={task} changes={changes} />
        </aside>
      </div>
      <UndoBar />
    </>
  )
}
