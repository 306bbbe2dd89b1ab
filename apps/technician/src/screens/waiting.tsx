/** TEC-6: the outbox: pending, sent and rejected operations. */
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { useCell } from '#field-kit/cell.ts'
import { Heading } from '#field-kit/heading.tsx'
import { Icon } from '#field-kit/icon.tsx'
import { Link } from '#field-kit/navigation.tsx'
import { SendMark } from '#field-kit/send-mark.tsx'
import { instant } from '#i18n/times.ts'
import { useAppServices } from '../app-services.ts'
import { isOfShift, type Operation } from '../outbox/operation.ts'
import { Banner } from '../pieces/banner.tsx'
import { useNow } from '../pieces/clock.ts'
import { Ago } from '../pieces/marks.tsx'
import { useOperations } from '../pieces/use-operations.ts'
import { pathOf } from '../routes.ts'
import type { Messages } from '../words.ts'
import { reasonWord, resolutionWord, useLocale, useWords } from '../words.ts'

/** Description of an operation. */
const operationLabel = (words: Messages, { work }: Operation): string => {
  switch (work.kind) {
    case 'create':
      return words.didCreate
    case 'claim':
      return words.didClaim
    case 'photo':
      return words.didPhoto
    case 'shift-end':
      return [words.didEndShift, work.note].filter(Boolean).join(': ')
    case 'notes-read':
      return words.didReadNote
    case 'note':
      return words.didNote({ text: work.text })
    case 'checklist':
      return `${words.checklist}: ${work.checklist.map(({ text }) => text).join(' · ')}`
    case 'status':
      if (work.blocked) return words.didBlock({ reason: reasonWord(words, work.blocked.reason) })
      if (work.blocked === null) return words.didResume
      if (work.status === 'DONE')
        return [words.finished, resolutionWord(words, work.resolution ?? '')].filter(Boolean).join(': ')
      return work.status === 'OPEN' ? words.didReopen : words.didStart
  }
}

/** The service's messages are English, so the error code is translated. */
const refusalText = (words: Messages, { work, outcome }: Operation): string => {
  if (outcome?.code === 'FORBIDDEN') return words.refused
  if (work.kind === 'photo') return words.whyPhoto
  if (work.kind === 'create' && work.room && outcome?.code === 'NOT_FOUND') return words.whyRoomGone
  const isEnd = work.kind === 'status' && work.status === 'DONE'
  return isEnd && outcome?.code === 'VALIDATION_ERROR' ? words.whyUnfinished : words.whyRefused
}

const reasonTexts = (words: Messages, operation: Operation): readonly string[] => {
  const { outcome, state } = operation
  if (!outcome) return []
  switch (outcome.why) {
    case 'OTHERS_DONE':
      return [words.whyDone]
    case 'TAKEN':
      return [words.whyTaken]
    case 'TOO_LATE':
      return [words.whyTooLate]
    case 'REASSIGNED':
      return [
        outcome.who ? words.whyReassigned({ who: outcome.who }) : words.whyReassignedAway,
        ...(state === 'NEEDS_YOU' ? [words.whyReassignedKept] : []),
      ]
    case 'GONE':
      return [words.whyGone]
    case 'REFUSED':
      return [
        refusalText(words, operation),
        ...(outcome.requestId ? [words.requestId({ id: outcome.requestId })] : []),
      ]
  }
}

const Discard = ({ onDiscard }: { onDiscard: () => void }): JSX.Element => {
  const words = useWords()
  const [sure, setSure] = useState(false)
  return sure ? (
    <>
      <button type="button" class="danger" onClick={onDiscard}>
        {words.discardSure}
      </button>
      <button type="button" onClick={() => setSure(false)}>
        {words.cancel}
      </button>
    </>
  ) : (
    <button type="button" onClick={() => setSure(true)}>
      {words.discard}
    </button>
  )
}

const Entry = ({ operation, now }: { operation: Operation; now: number }): JSX.Element => {
  const words = useWords()
  const { outbox } = useAppServices()
  const { id, state, tries } = operation
  return (
    <li class="note stack">
      <div class="stack tight">
        <p class="long">
          <strong>{operationLabel(words, operation)}</strong>
        </p>
        <p>
          <Link
            to={pathOf(
              isOfShift(operation.work) ? { name: 'shift' } : { name: 'task', id: operation.taskId },
            )}
          >
            <bdi>{operation.taskTitle}</bdi>
          </Link>
        </p>
        {reasonTexts(words, operation).map((text) => (
          <p key={text}>{text}</p>
        ))}
        <p class="marks">
          <SendMark state={state} />
          <small>
            <Ago at={operation.at} now={now} />
          </small>
          {state === 'WAITING' && tries > 0 && <small>{words.tries({ count: tries })}</small>}
        </p>
      </div>
      {state !== 'SENT' && (
        <div class="row">
          {state === 'NEEDS_YOU' && (
            <button type="button" onClick={() => outbox.retry(id)}>
              <Icon name="redo" />
              {words.retry}
            </button>
          )}
          {state === 'SETTLED' ? (
            <button type="button" onClick={() => outbox.discard(id)}>
              <Icon name="check" />
              {words.understood}
            </button>
          ) : (
            <Discard onDiscard={() => outbox.discard(id)} />
          )}
        </div>
      )}
    </li>
  )
}

/** As a last resort, copies all unsent operations as text. */
const AsText = ({ operations }: { operations: readonly Operation[] }): JSX.Element => {
  const { locale, words } = useLocale()
  const [shown, setShown] = useState(false)
  const [copied, setCopied] = useState(false)
  const text = operations
    .map((one) =>
      [
        instant(Date.parse(one.at), 'short', locale),
        one.taskTitle,
        operationLabel(words, one),
        ...reasonTexts(words, one),
      ].join('  '),
    )
    .join('\n')
  const copy = async (): Promise<void> => {
    setShown(true)
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      // Clipboard access is denied; the text is shown to be copied by hand.
    }
  }
  return (
    <div class="stack">
      <button type="button" onClick={copy}>
        {words.asText}
      </button>
      <p role="status" class="wrong-place">
        {copied && words.copied}
      </p>
      {shown && <textarea readOnly aria-label={words.asText} value={text} />}
    </div>
  )
}

export const Waiting = (): JSX.Element => {
  const words = useWords()
  const services = useAppServices()
  const now = useNow()
  const all = useCell(services.outbox.operations)
  const me = services.persons.current()
  const own = useOperations()
  const needs = own.filter(({ state }) => state === 'NEEDS_YOU' || state === 'SETTLED')
  const waiting = own.filter(({ state }) => state === 'WAITING')
  const sent = own.filter(({ state }) => state === 'SENT').reverse()
  const others = new Map<string, number>()
  for (const { owner, ownerName, state } of all)
    if (owner !== me?.id && state !== 'SENT') others.set(ownerName, (others.get(ownerName) ?? 0) + 1)
  const group = (title: string, list: readonly Operation[]): JSX.Element | null =>
    list.length === 0 ? null : (
      <section>
        <h2>
          {title} <span class="count">{list.length}</span>
        </h2>
        <ul class="rows">
          {list.map((operation) => (
            <Entry key={operation.id} operation={operation} now={now} />
          ))}
        </ul>
      </section>
    )
  return (
    <>
      <Heading text={words.waiting} />
      <Banner />
      {needs.length + waiting.length === 0 ? (
        <div class="empty">
          <Icon name="check" />
          <p>{words.outboxEmpty}</p>
        </div>
      ) : (
        waiting.length > 0 && (
          <div class="stack">
            <p>{words.outboxText}</p>
            <div class="row">
              <button type="button" onClick={() => services.outbox.flush(true)}>
                <Icon name="send" />
                {words.sendNow}
              </button>
            </div>
          </div>
        )
      )}
      {[...others].map(([name, count]) => (
        <p key={name}>{words.outboxOthers({ name, count })}</p>
      ))}
      {group(words.outboxNeeds, needs)}
      {group(words.waits, waiting)}
      {group(words.sent, sent)}
      {needs.length + waiting.length > 0 && <AsText operations={[...needs, ...waiting]} />}
    </>
  )
}
