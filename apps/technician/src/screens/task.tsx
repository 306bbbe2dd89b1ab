/** TEC-2: the task screen. */
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { staff } from '#client/realms.ts'
import type { Task, TaskDetail } from '#contracts/tasks/records.ts'
import { AskForPushes } from '#field-kit/ask-for-pushes.tsx'
import { useCell } from '#field-kit/cell.ts'
import { Notice } from '#field-kit/form.tsx'
import { Heading } from '#field-kit/heading.tsx'
import { Icon } from '#field-kit/icon.tsx'
import { Link } from '#field-kit/navigation.tsx'
import { SendMark, sendStateOf } from '#field-kit/send-mark.tsx'
import { unsentForms } from '#field-kit/unsent-forms.ts'
import { instant } from '#i18n/times.ts'
import type { ReadTrouble } from '#offline/read-trouble.ts'
import { useAppServices } from '../app-services.ts'
import { listAddress } from '../data/list-address.ts'
import { isFree, mayReopen } from '../data/with-pending.ts'
import { Banner } from '../pieces/banner.tsx'
import { Cannot } from '../pieces/cannot.tsx'
import { useNow } from '../pieces/clock.ts'
import { Ago, DueMark, PriorityMark, placeText, StatusMark } from '../pieces/marks.tsx'
import { AddPhoto, Photos } from '../pieces/photos.tsx'
import { PlaceFacts } from '../pieces/place-facts.tsx'
import { ReadAloud } from '../pieces/read-aloud.tsx'
import { SiteContact, SiteNotes } from '../pieces/site.tsx'
import { Checklist, History, Notes, Said } from '../pieces/task-parts.tsx'
import { useOperations } from '../pieces/use-operations.ts'
import { useTask } from '../pieces/use-task.ts'
import { switchOnPushes } from '../pushes.ts'
import { pathOf } from '../routes.ts'
import { useRouter } from '../use-router.ts'
import type { Messages } from '../words.ts'
import { reasonWord, useLocale, useWords } from '../words.ts'

const spokenText = (task: Task, detail: TaskDetail | undefined, unnamed: string): string =>
  [
    task.title,
    detail?.rejection?.text,
    placeText(task, unnamed),
    task.description,
    ...((detail?.feedback ?? task.field?.feedback)?.map((one) => one.comment) ?? []),
  ]
    .filter(Boolean)
    .join('. ')

const troubleText = (words: Messages, trouble: ReadTrouble | undefined): string => {
  if (trouble?.who) return words.nowWith({ who: trouble.who })
  if (trouble?.kind === 'GONE' || trouble?.kind === 'REFUSED') return words.notFound
  return trouble?.kind === 'OFFLINE' ? words.troubleOffline : words.loadFailed
}

/** The main actions, at the bottom of the screen. */
const Bar = ({ task, now }: { task: Task; now: number }): JSX.Element | null => {
  const words = useWords()
  const services = useAppServices()
  const { go } = useRouter()
  if (task.mergedInto || (task.status === 'DONE' && !mayReopen(task, now))) return null
  const isUnderWay = task.status === 'IN_PROGRESS' && !task.blocked
  return (
    <div class="bar">
      {task.status === 'DONE' ? (
        <button type="button" onClick={() => services.act(task, { kind: 'status', status: 'IN_PROGRESS' })}>
          <Icon name="redo" />
          {words.reopen}
        </button>
      ) : (
        <>
          {isFree(task) && (
            <button type="button" onClick={() => services.act(task, { kind: 'claim' })}>
              <Icon name="hand" />
              {words.take}
            </button>
          )}
          {!isUnderWay && (
            <button type="button" class="primary" onClick={() => services.start(task)}>
              <Icon name="play" />
              {task.blocked ? words.resume : words.start}
            </button>
          )}
          {!isFree(task) && (
            <button
              type="button"
              class={isUnderWay ? 'primary' : ''}
              onClick={() => go(pathOf({ name: 'finish', id: task.id }))}
            >
              <Icon name="check" />
              {words.finish}
            </button>
          )}
        </>
      )}
    </div>
  )
}

/** The only action left on a task that went to somebody else: a note for them. */
const TellBar = ({ task, who }: { task: Task; who: string | undefined }): JSX.Element => {
  const words = useWords()
  const services = useAppServices()
  const [told, setTold] = useState(false)
  return (
    <div class="bar">
      <button
        type="button"
        disabled={told}
        onClick={() => {
          setTold(true)
          services.act(task, { kind: 'note', text: words.finished, public: false })
        }}
      >
        <Icon name={told ? 'check' : 'send'} />
        {who ? words.tellDone({ who }) : words.tellDoneAway}
      </button>
    </div>
  )
}

/** The visitor's rejection, shown first. */
const NotFixed = ({
  task,
  detail,
  now,
}: {
  task: Task
  detail: TaskDetail | undefined
  now: number
}): JSX.Element | null => {
  const words = useWords()
  if (!task.rejection) return null
  return (
    <Notice tone="bad" icon="redo">
      <p>
        <strong>{words.rejected}</strong> · <Ago at={task.rejection.at} now={now} />
      </p>
      {detail?.rejection?.text && (
        <blockquote class="long" dir="auto">
          {detail.rejection.text}
        </blockquote>
      )}
    </Notice>
  )
}

const OnHold = ({ task, now }: { task: Task; now: number }): JSX.Element | null => {
  const { locale, words } = useLocale()
  if (!task.blocked) return null
  const { reason, since, until, note } = task.blocked
  return (
    <Notice tone="warn" icon="pause">
      <p>
        {reasonWord(words, reason)} · <Ago at={since} now={now} />
      </p>
      {until && <p>{words.blockedUntil({ time: instant(Date.parse(until), 'short', locale) })}</p>}
      {note && (
        <p class="long" dir="auto">
          {note}
        </p>
      )}
    </Notice>
  )
}

export const TaskPage = ({ id: asked }: { id: string }): JSX.Element => {
  const words = useWords()
  const { go } = useRouter()
  const now = useNow()
  const { task, isNew, detail, trouble } = useTask(asked)
  const id = task?.id ?? asked
  const drafts = useCell(unsentForms)
  // Once the service has assigned an id, the URL changes to it, but not while the user is typing, because input
  // would be lost.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids decide, and whether something is being written
  useEffect(() => {
    if (id !== asked && !drafts) go(pathOf({ name: 'task', id }), { replace: true })
  }, [id, asked, drafts])
  const { account, withdrawn } = useAppServices()
  // The task itself may have been read within the last minute, before it went away.
  const away = useCell(withdrawn).find((one) => one.id === id && !one.gone)
  const operations = useOperations()
  const [blocking, setBlocking] = useState(false)
  const back = (
    <Link class="button quiet back" to={listAddress()}>
      <Icon name="back" />
      {words.tasks}
    </Link>
  )
  if (!task || trouble?.kind === 'GONE') {
    const isAsking = !task && !trouble
    return (
      <>
        {back}
        <Heading text={isAsking ? words.loading : words.tasks} />
        <Banner />
        {isAsking ? (
          <div class="skeleton">
            <span />
            <span />
          </div>
        ) : (
          <div class="empty">
            <p>{troubleText(words, trouble)}</p>
            <Link class="button" to="/app/work">
              {words.toTasks}
            </Link>
          </div>
        )}
      </>
    )
  }
  const send = sendStateOf(operations, id)
  const isAway = trouble?.kind === 'REFUSED' || away !== undefined
  const who = trouble?.who ?? away?.who
  return (
    <>
      {back}
      <Heading text={task.title} />
      {isAway && (
        <Notice tone="info" icon="person">
          <p>{who ? words.nowWith({ who }) : words.noLongerYours}</p>
        </Notice>
      )}
      <NotFixed task={task} detail={detail} now={now} />
      <p class="marks">
        <PriorityMark priority={task.priority} />
        <StatusMark task={task} />
        <DueMark task={task} now={now} />
        {isFree(task) && (
          <span class="mark">
            <Icon name="users" />
            {task.assignee?.name ?? words.nobody}
          </span>
        )}
        {send && <SendMark state={send} />}
      </p>
      <Banner />
      <AskForPushes realm={staff} text={words.bandAsk} onAccept={() => switchOnPushes(account)} />
      {task.mergedInto && (
        <Notice
          tone="info"
          actions={
            <Link class="button" to={pathOf({ name: 'task', id: task.mergedInto })}>
              {words.toOther}
            </Link>
          }
        >
          {words.mergedInto}
        </Notice>
      )}
      <OnHold task={task} now={now} />
      <Photos task={task} detail={detail} />
      <section class="stack tight">
        <h2 class="vh">{words.where}</h2>
        <p class="place big">
          <Icon name="place" />
          {task.amenity ? (
            <Link to={pathOf({ name: 'room', id: task.amenity.id })}>
              <bdi>{placeText(task, words.unnamed)}</bdi>
            </Link>
          ) : (
            <bdi>{placeText(task, words.unnamed)}</bdi>
          )}
        </p>
        <p class="hint">
          {!isNew && `${words.task({ number: task.number })} · `}
          {words.reported} <Ago at={task.createdAt} now={now} />
          {task.categoryName && ` · ${task.categoryName}`}
        </p>
      </section>
      {detail?.site && <SiteNotes site={detail.site} />}
      <div class="actions">
        {task.status !== 'DONE' && !task.mergedInto && !isAway && (
          <button type="button" onClick={() => setBlocking(true)}>
            <Icon name="pause" />
            {words.cannot}
          </button>
        )}
        <ReadAloud text={spokenText(task, detail, words.unnamed)} />
      </div>
      {task.description && (
        <section>
          <h2>{words.description}</h2>
          <p class="long" dir="auto">
            {task.description}
          </p>
        </section>
      )}
      {detail || task.field ? (
        <Said
          feedback={detail?.feedback ?? task.field?.feedback ?? []}
          total={detail?.feedbackCount ?? 0}
          reporters={task.reporterCount}
          now={now}
        />
      ) : (
        <p class="hint">{words.moreOnline}</p>
      )}
      {task.amenity && <PlaceFacts amenityId={task.amenity.id} task={task} now={now} />}
      {detail?.site && <SiteContact site={detail.site} />}
      <Checklist task={task} />
      {!task.mergedInto && <AddPhoto task={task} />}
      <Notes task={task} detail={detail} now={now} />
      {task.routing?.reason && (
        <section>
          <h2>{words.why}</h2>
          <p>{task.routing.reason}</p>
        </section>
      )}
      {!isNew && <History id={id} now={now} />}
      {isAway ? <TellBar task={task} who={who} /> : <Bar task={task} now={now} />}
      {blocking && <Cannot task={task} onClose={() => setBlocking(false)} />}
    </>
  )
}
