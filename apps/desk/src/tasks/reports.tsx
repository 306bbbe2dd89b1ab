/** Submissions behind a task, and tasks merged into it. */
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import type { TaskDetail } from '#contracts/tasks/records.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useHasRole } from '#desk-kit/lib/me.ts'
import { RatingMark } from '#desk-kit/parts/face.tsx'
import { lazyComponent } from '#desk-kit/parts/lazy-component.tsx'
import { StatusMark } from '#desk-kit/parts/mark.tsx'
import { Photos } from '#desk-kit/parts/photos.tsx'
import { Section } from '#desk-kit/parts/screen.tsx'
import { When } from '#desk-kit/parts/when.tsx'
import { taskMessages } from './messages.ts'

const ReplyToOne = lazyComponent(() => import('../reply/reply-to-one.tsx').then((piece) => piece.ReplyToOne))

export const Reports = ({ task }: { task: TaskDetail }) => {
  const tasks = useMessages(taskMessages)
  const mayReply = useHasRole('MANAGER')
  const [answered, setAnswered] = useState<TaskDetail['feedback'][number]>()
  const [status, setStatus] = useState('')
  const close = (): void => setAnswered(undefined)
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
              {mayReply ? (
                <Button size="compact-sm" onClick={() => setAnswered(one)}>
                  {tasks.reply}
                </Button>
              ) : null}
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
      <p role="status">{status}</p>
      {answered ? (
        <Suspense>
          <ReplyToOne
            item={{ ...answered, amenity: task.amenity, location: task.location, building: task.building }}
            onClose={close}
            onDone={() => {
              close()
              setStatus(tasks.replied)
            }}
          />
        </Suspense>
      ) : null}
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
