/** MAN-7: one task. Two reads: the task and its history. */
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { TaskDetail } from '#contracts/tasks/records.ts'
import { getTask } from '#contracts/tasks.ts'
import { useApi } from '../lib/api.ts'
import { useWords } from '../lib/language.tsx'
import { Mark } from '../parts/mark.tsx'
import { Screen, Section } from '../parts/screen.tsx'
import { Answer } from '../parts/states.tsx'
import { When } from '../parts/when.tsx'
import { TaskActions } from './actions.tsx'
import { Checklist } from './checklist.tsx'
import { TaskFacts } from './facts.tsx'
import { History } from './history.tsx'
import { Notes } from './notes.tsx'
import { TaskPhotos } from './photos.tsx'
import { Merged, Reports } from './reports.tsx'
import { taskWords } from './words.ts'

const route = getRouteApi('/tasks/$id')

/** Why it is open again, right under the title. */
const NotFixed = ({ task }: { task: TaskDetail }) => {
  const tasks = useWords(taskWords)
  if (!task.rejection) return null
  return (
    <div className="not-fixed">
      <p>
        <Mark tone="bad">{tasks.notFixed}</Mark> <When at={task.rejection.at} />
      </p>
      {task.rejection.text ? (
        <blockquote className="prose" dir="auto">
          {task.rejection.text}
        </blockquote>
      ) : null}
    </div>
  )
}

const Record = ({ task }: { task: TaskDetail }) => {
  const { words } = useWords()
  const tasks = useWords(taskWords)
  return (
    <>
      {task.mergedInto ? (
        <p className="stale">
          {tasks.isMerged}{' '}
          <Link to="/tasks/$id" params={{ id: task.mergedInto }}>
            {tasks.openOther}
          </Link>
        </p>
      ) : null}
      <NotFixed task={task} />
      <TaskActions task={task} />
      <div className="record">
        <div>
          {task.description ? (
            <Section title={tasks.description}>
              <p className="prose" dir="auto">
                {task.description}
              </p>
            </Section>
          ) : null}
          <Checklist key={task.id} task={task} />
          <Reports task={task} />
          <TaskPhotos task={task} />
          <Notes task={task} />
          <Merged task={task} />
          <History taskId={task.id} />
        </div>
        <aside className="section" aria-label={words.facts}>
          <TaskFacts task={task} />
        </aside>
      </div>
    </>
  )
}

export const Page: ComponentType = () => {
  const { places } = useWords()
  const { id } = route.useParams()
  const task = useApi(getTask, { params: { id } })
  return (
    <Screen
      title={task.data?.title ?? places.task.name}
      above={
        <>
          <Link to="/tasks">{places.tasks.name}</Link> {task.data ? `/ #${task.data.number}` : null}
        </>
      }
    >
      <Answer of={task} rows={12}>
        {(data) => <Record task={data} />}
      </Answer>
    </Screen>
  )
}
