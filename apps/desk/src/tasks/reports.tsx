/** Submissions behind a task, and tasks merged into it. */
import { Link } from '@tanstack/react-router'
import type { TaskDetail } from '#contracts/tasks/records.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { RatingMark } from '#desk-kit/parts/face.tsx'
import { StatusMark } from '#desk-kit/parts/mark.tsx'
import { Photos } from '#desk-kit/parts/photos.tsx'
import { Section } from '#desk-kit/parts/screen.tsx'
import { When } from '#desk-kit/parts/when.tsx'
import { taskMessages } from './messages.ts'

export const Reports = ({ task }: { task: TaskDetail }) => {
  const tasks = useMessages(taskMessages)
  if (task.feedback.length === 0) return null
  return (
    <Section title={tasks.reportsBehind({ count: task.feedbackCount })}>
      <ol className="reports">
        {task.feedback.map((one) => (
          <li key={one.id}>
            <span className="line-of">
              <RatingMark rating={one.rating} />
              <When at={one.createdAt} />
              <Link to="/feedback/$id" params={{ id: one.id }}>
                {tasks.openReport}
              </Link>
            </span>
            {one.issues.length > 0 ? (
              <span>{one.issues.map(({ name, detail }) => detail ?? name).join(', ')}</span>
            ) : null}
            {one.comment ? (
              <p className="prose" dir="auto" lang={one.language}>
                {one.comment}
              </p>
            ) : null}
            <Photos images={one.images} />
          </li>
        ))}
      </ol>
    </Section>
  )
}

export const Merged = ({ task }: { task: TaskDetail }) => {
  const tasks = useMessages(taskMessages)
  if (task.merged.length === 0) return null
  return (
    <Section title={tasks.mergedHere}>
      <ul className="reports">
        {task.merged.map((one) => (
          <li key={one.id}>
            <span className="line-of">
              <Link to="/tasks/$id" params={{ id: one.id }}>
                #{one.number} {one.title}
              </Link>
              <StatusMark status={one.status} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
