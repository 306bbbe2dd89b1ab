/** A row of the task list, low enough for three on a phone, with its next steps as buttons. */
import type { JSX } from 'preact'
import type { Task } from '#contracts/tasks/records.ts'
import { Icon, type IconName, Shape } from '#field-kit/icon.tsx'
import { Link } from '#field-kit/navigation.tsx'
import { SendMark } from '#field-kit/send-mark.tsx'
import type { OperationState } from '#offline/operation.ts'
import { priorityTones } from '#ui/marks.ts'
import { useAppServices } from '../app-services.ts'
import { isFree } from '../data/with-pending.ts'
import { pathOf } from '../routes.ts'
import { useRouter } from '../use-router.ts'
import { priorityWord, reasonWord, useWords } from '../words.ts'
import { DueMark, placeText, RejectedMark } from './marks.tsx'
import { useNeedsPhoto } from './use-needs-photo.ts'

/** Start, Done, Take task or Continue, depending on the task's state: at most two, one above the other. */
const NextSteps = ({ task }: { task: Task }): JSX.Element | null => {
  const words = useWords()
  const services = useAppServices()
  const { go } = useRouter()
  const needsPhoto = useNeedsPhoto(task)
  if (task.status === 'DONE' || task.mergedInto) return null
  const finish = (): void => {
    if (needsPhoto) go(pathOf({ name: 'finish', id: task.id }))
    else services.finish(task, { kind: 'status', status: 'DONE' })
  }
  const isUnderWay = task.status === 'IN_PROGRESS' && !task.blocked
  const step = (icon: IconName, text: string, isNext: boolean, press: () => void): JSX.Element => (
    <button type="button" class={isNext ? 'primary' : ''} onClick={press}>
      <Icon name={icon} />
      <span>
        {text}
        <span class="vh">: {task.title}</span>
      </span>
    </button>
  )
  return (
    <div class="steps">
      {isFree(task) && step('hand', words.take, false, () => services.act(task, { kind: 'claim' }))}
      {!isUnderWay &&
        step('play', task.blocked ? words.resume : words.start, true, () => services.start(task))}
      {!isFree(task) && step('check', words.finish, isUnderWay, finish)}
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
  return (
    <li class={task.safety && task.status !== 'DONE' ? 'task-row danger' : 'task-row'}>
      {photo && (
        <img class="thumb" src={photo} alt="" width="56" height="56" loading="lazy" decoding="async" />
      )}
      <div class="what">
        <h3>
          <Link to={pathOf({ name: 'task', id: task.id })}>
            <bdi>{task.title}</bdi>
          </Link>
        </h3>
        <p class="line" dir="auto">
          {placeText(task, words.unnamed)}
        </p>
        <p class="marks">
          <RejectedMark task={task} />
          {task.blocked && (
            <span class="mark">
              <Icon name="box" />
              {reasonWord(words, task.blocked.reason)}
            </span>
          )}
          <DueMark task={task} now={now} />
          {!task.safety && task.priority !== 'MEDIUM' && (
            <span class="mark">
              <Shape tone={priorityTones[task.priority]} />
              {priorityWord(words, task.priority)}
            </span>
          )}
          {isFree(task) && (
            <span class="mark">
              <Icon name="users" />
              {task.assignee?.name ?? words.nobody}
            </span>
          )}
          {send && send !== 'SENT' && <SendMark state={send} />}
        </p>
      </div>
      <NextSteps task={task} />
    </li>
  )
}
