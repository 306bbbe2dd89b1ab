/** A row of the task list, with quick actions. */
import type { JSX } from 'preact'
import type { Task } from '#contracts/tasks/records.ts'
import { Icon } from '#field-kit/icon.tsx'
import { Link } from '#field-kit/navigation.tsx'
import { SendMark } from '#field-kit/send-mark.tsx'
import type { OperationState } from '#offline/operation.ts'
import { useAppServices } from '../app-services.ts'
import { isFree } from '../data/with-pending.ts'
import { pathOf } from '../routes.ts'
import { useRouter } from '../use-router.ts'
import { reasonWord, useWords } from '../words.ts'
import { Ago, DueMark, PriorityMark, placeText, RejectedMark } from './marks.tsx'
import { useNeedsPhoto } from './use-needs-photo.ts'

/** Start, Done, Take task or Continue, depending on the task's state. */
const QuickActions = ({ task }: { task: Task }): JSX.Element | null => {
  const words = useWords()
  const services = useAppServices()
  const { go } = useRouter()
  const needsPhoto = useNeedsPhoto(task)
  const finish = (): void => {
    if (needsPhoto) go(pathOf({ name: 'finish', id: task.id }))
    else services.finish(task, { kind: 'status', status: 'DONE' })
  }
  if (task.status === 'DONE' || task.mergedInto) return null
  const about = <span class="vh">: {task.title}</span>
  const startButton = (
    <button type="button" class="primary" onClick={() => services.start(task)}>
      <Icon name="play" />
      <span>
        {task.blocked ? words.resume : words.start}
        {about}
      </span>
    </button>
  )
  return (
    <div class="actions">
      {isFree(task) && (
        <button type="button" onClick={() => services.act(task, { kind: 'claim' })}>
          <Icon name="hand" />
          <span>
            {words.take}
            {about}
          </span>
        </button>
      )}
      {(task.status === 'OPEN' || task.blocked) && startButton}
      {!isFree(task) && (
        <button
          type="button"
          class={task.status === 'IN_PROGRESS' && !task.blocked ? 'primary' : ''}
          onClick={finish}
        >
          <Icon name="check" />
          <span>
            {words.finish}
            {about}
          </span>
        </button>
      )}
    </div>
  )
}

/** The thumbnail: a photo from before the work is preferred. */
const thumbnailOf = (task: Pick<Task, 'attachments'>): string | undefined =>
  (task.attachments.find(({ kind }) => kind === 'BEFORE') ?? task.attachments[0])?.image.thumbnailUrl

export const TaskRow = ({
  task,
  now,
  send,
}: {
  task: Task
  now: number
  send: OperationState | undefined
}): JSX.Element => {
  const words = useWords()
  const photo = thumbnailOf(task)
  const me = useAppServices().persons.current()?.id
  const whose = task.assignee?.id === me ? words.yours : (task.assignee?.name ?? words.nobody)
  return (
    <li class="task-row">
      <div class="task-head">
        <div class="stack tight">
          <h3>
            <Link to={pathOf({ name: 'task', id: task.id })}>
              <bdi>{task.title}</bdi>
            </Link>
          </h3>
          <p class="place">
            <Icon name="place" />
            <bdi>{placeText(task, words.unnamed)}</bdi>
          </p>
        </div>
        {photo && <img class="thumb" src={photo} alt="" width="72" height="72" loading="lazy" />}
      </div>
      <p class="marks">
        <RejectedMark task={task} />
        <PriorityMark priority={task.priority} />
        <DueMark task={task} now={now} />
        {task.blocked && (
          <span class="mark">
            <Icon name="box" />
            {reasonWord(words, task.blocked.reason)}
          </span>
        )}
        <span class="mark">
          <Icon name={isFree(task) ? 'users' : 'person'} />
          {whose}
        </span>
        <small>
          {task.rejection ? words.reopened : words.reported}{' '}
          <Ago at={task.rejection?.at ?? task.createdAt} now={now} />
        </small>
        {send && send !== 'SENT' && <SendMark state={send} />}
      </p>
      <QuickActions task={task} />
    </li>
  )
}
