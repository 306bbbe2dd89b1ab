/** TEC-9: duty, absence, open tasks and handovers. */
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { CallInput } from '#client/types.ts'
import type { OperatorDetail } from '#contracts/operator/records.ts'
import type { setDuty } from '#contracts/operator.ts'
import { useCell } from '#field-kit/cell.ts'
import { Notice } from '#field-kit/form.tsx'
import { Heading } from '#field-kit/heading.tsx'
import { Icon, type IconName } from '#field-kit/icon.tsx'
import { Link } from '#field-kit/navigation.tsx'
import { type Attempt, Outcome, useAttempt, WithRecord } from '#field-kit/own-record.tsx'
import { SendMark, sendStateOf } from '#field-kit/send-mark.tsx'
import { instant } from '#i18n/times.ts'
import { useAppServices } from '../app-services.ts'
import { shownTasks } from '../data/new-task.ts'
import { withShiftOperations } from '../data/shift.ts'
import { Absence, AbsenceUndo, dutyBefore } from '../pieces/absence.tsx'
import { BackToMe } from '../pieces/back-to-me.tsx'
import { Banner } from '../pieces/banner.tsx'
import { useNow } from '../pieces/clock.ts'
import { EndShift, ShiftNotes } from '../pieces/shift-notes.tsx'
import { useOperations } from '../pieces/use-operations.ts'
import { pathOf } from '../routes.ts'
import { useLocale, useWords } from '../words.ts'

type DutyRequest = CallInput<typeof setDuty>['body']

interface Shown {
  readonly operator: OperatorDetail
  /** number of tasks taken back by the last action; undefined if none was requested */
  readonly takenBack: number | undefined
}

const Duty = ({ operator }: { operator: OperatorDetail }): JSX.Element => {
  const { locale, words } = useLocale()
  const { duty, onDuty } = operator
  const [icon, text]: [IconName, string] =
    // `onDuty` comes first: a break or absence that was set before ends with the next shift.
    onDuty
      ? ['check', words.shiftOn]
      : duty.state === 'ABSENT'
        ? ['close', words.shiftAbsent]
        : duty.state === 'BREAK'
          ? ['pause', words.shiftBreak]
          : ['clock', words.shiftOff]
  return (
    <p class="state-line" role="status">
      <Icon name={icon} />
      <strong>{text}</strong>
      {duty.until && (
        <span>{words.blockedUntil({ time: instant(Date.parse(duty.until), 'full', locale) })}</span>
      )}
    </p>
  )
}

const OpenItems = ({ operatorId }: { operatorId: string }): JSX.Element => {
  const words = useWords()
  const services = useAppServices()
  const seen = useCell(services.tasks.list)
  const operations = useOperations()
  const me = services.persons.current()
  const own = [operatorId, me?.id]
  const open = shownTasks(seen, operations, me).filter(
    ({ assignee, status }) => status !== 'DONE' && assignee !== null && own.includes(assignee.id),
  )
  return (
    <section class="stack tight">
      <h2>
        {words.shiftOpen} <span class="count">{open.length}</span>
      </h2>
      {open.length === 0 && <p>{words.shiftNoneOpen}</p>}
      <ul class="rows">
        {open.map(({ id, title }) => (
          <li key={id}>
            <Link class="way" to={pathOf({ name: 'task', id })}>
              <bdi>{title}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

const HandedOver = ({
  operator,
  takenBack,
  onTell,
}: Shown & { onTell: (duty: DutyRequest) => void }): JSX.Element | null => {
  const words = useWords()
  const { handedOver } = operator
  if (handedOver.length === 0 && takenBack === undefined) return null
  const mayTake = handedOver.some(({ canTakeBack }) => canTakeBack)
  return (
    <section class="stack tight">
      <h2>{words.shiftHandedOver}</h2>
      {takenBack !== undefined && (
        <div role="status">
          <Notice tone="good">{words.shiftTakenBack({ count: takenBack })}</Notice>
        </div>
      )}
      <ul class="rows">
        {handedOver.map(({ taskId, number, title, to, canTakeBack }) => (
          <li key={taskId} class="stack tight">
            <strong>
              {words.task({ number })}: <bdi>{title}</bdi>
            </strong>
            <small>
              {to ? words.shiftWith({ name: to.name }) : words.nobody} ·{' '}
              {canTakeBack ? words.open : words.shiftBegun}
            </small>
          </li>
        ))}
      </ul>
      {mayTake && (
        <div class="row">
          <button type="button" class="primary" onClick={() => onTell({ state: 'ON', takeBack: true })}>
            <Icon name="undo" />
            {words.shiftTakeBack}
          </button>
        </div>
      )}
      {mayTake && <p class="hint">{words.shiftTakeBackHelp}</p>}
    </section>
  )
}

const Buttons = ({
  operator,
  onTell,
  onEnd,
}: {
  operator: OperatorDetail
  onTell: (duty: DutyRequest) => void
  onEnd: (note: string) => void
}): JSX.Element => {
  const words = useWords()
  const [isEnding, setEnding] = useState(false)
  const rests = !operator.onDuty && operator.duty.state === 'BREAK'
  const works = operator.onDuty || rests
  if (isEnding && works) {
    const end = (note: string): void => {
      setEnding(false)
      onEnd(note)
    }
    return <EndShift onEnd={end} onCancel={() => setEnding(false)} />
  }
  return (
    <div class="row">
      {!operator.onDuty && (
        <button type="button" class="primary" onClick={() => onTell({ state: 'ON' })}>
          <Icon name="play" />
          {rests ? words.shiftGoOn : words.shiftStart}
        </button>
      )}
      {operator.onDuty && (
        <button type="button" onClick={() => onTell({ state: 'BREAK' })}>
          <Icon name="pause" />
          {words.shiftTakeBreak}
        </button>
      )}
      {works && (
        <button type="button" onClick={() => setEnding(true)}>
          <Icon name="check" />
          {words.shiftEnd}
        </button>
      )}
    </div>
  )
}

/** Error of the last action, or that this screen needs a connection. */
const Trouble = ({ attempt, onRetry }: { attempt: Attempt; onRetry: () => void }): JSX.Element | null => {
  const words = useWords()
  if (!attempt.error) return null
  return (
    <div class="stack tight">
      <Outcome attempt={attempt} saved={words.saved} />
      <p>{words.shiftOnline}</p>
      <div class="row">
        <button type="button" onClick={onRetry}>
          {words.retry}
        </button>
      </div>
    </div>
  )
}

const OwnShift = ({ id, known }: { id: string; known: OperatorDetail | undefined }): JSX.Element => {
  const words = useWords()
  const { act, outbox, shift, tasks } = useAppServices()
  const now = useNow()
  const operations = useOperations().filter(({ taskId }) => taskId === id)
  const [shown, setShown] = useState<Shown | undefined>(known && { operator: known, takenBack: undefined })
  const attempt = useAttempt()
  const read = (): Promise<void> =>
    attempt.run(async () => setShown({ operator: await shift.read(id), takenBack: undefined }))
  const waiting = operations.filter(({ state }) => state === 'WAITING').length
  // Read when the screen opens, and again once pending operations were sent.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is read depends on the service alone
  useEffect(() => {
    if (waiting === 0) read()
  }, [waiting === 0])
  /** the request that undoes the absence that was just reported */
  const [before, setBefore] = useState<DutyRequest>()
  const tell = (duty: DutyRequest): Promise<void> =>
    attempt.run(async () => {
      // Keep the order: a pending end of shift is sent before a new start.
      if (waiting > 0) await outbox.flush(true)
      const was = shown && dutyBefore(shown.operator, Date.now())
      const { takenBack, ...operator } = await shift.tell(id, duty)
      setBefore(duty.state === 'ABSENT' ? was : undefined)
      setShown({ operator, takenBack: duty.takeBack ? takenBack.length : undefined })
      // Tasks were handed over or taken back.
      tasks.refresh(true)
    })
  if (!shown)
    return attempt.error ? (
      <Trouble attempt={attempt} onRetry={read} />
    ) : (
      <div class="skeleton" role="status">
        <span class="vh">{words.loading}</span>
        <span />
      </div>
    )
  const operator = withShiftOperations(shown.operator, operations, now)
  const subject = { id, title: words.shift }
  const send = sendStateOf(operations, id)
  return (
    <div class="stack wide" aria-busy={attempt.busy}>
      <div class="stack">
        <Duty operator={operator} />
        {send && send !== 'SENT' && <SendMark state={send} />}
        <Buttons
          operator={operator}
          onTell={tell}
          onEnd={(note) => {
            attempt.clear()
            act(subject, { kind: 'shift-end', note: note || undefined })
          }}
        />
        <Trouble attempt={attempt} onRetry={read} />
      </div>
      <ShiftNotes
        notes={operator.notes}
        onRead={(note) => act(subject, { kind: 'notes-read', noteIds: [note.id] })}
      />
      <HandedOver operator={operator} takenBack={shown.takenBack} onTell={tell} />
      <OpenItems operatorId={id} />
      {operator.duty.state !== 'ABSENT' && (
        <Absence
          busy={attempt.busy}
          count={operator.load.open + operator.load.inProgress}
          onLeave={(until) => tell({ state: 'ABSENT', until })}
        />
      )}
      {before && operator.duty.state === 'ABSENT' && (
        <AbsenceUndo onUndo={() => tell(before)} onOver={() => setBefore(undefined)} />
      )}
    </div>
  )
}

/** Shows the cached shift without waiting for the account. */
const KnownOr = ({ children }: { children: (known: OperatorDetail | undefined) => JSX.Element }) => {
  const { shift } = useAppServices()
  const [recalled, setRecalled] = useState<{ known: OperatorDetail | undefined } | undefined>(undefined)
  useEffect(() => {
    shift.recall().then(
      (known) => setRecalled({ known }),
      () => setRecalled({ known: undefined }),
    )
  }, [shift])
  return recalled ? children(recalled.known) : null
}

export default function Shift(): JSX.Element {
  const words = useWords()
  const { account } = useAppServices()
  return (
    <>
      <BackToMe />
      <Heading text={words.shift} />
      <Banner />
      <KnownOr>
        {(known) =>
          known ? (
            <OwnShift id={known.id} known={known} />
          ) : (
            <WithRecord source={account}>
              {({ user }) =>
                user.operatorId ? (
                  <OwnShift id={user.operatorId} known={undefined} />
                ) : (
                  <p>{words.shiftNobody}</p>
                )
              }
            </WithRecord>
          )
        }
      </KnownOr>
    </>
  )
}
