/** An operation in the outbox: what it was, why it was refused, and what can be done about it. */
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Icon } from '#field-kit/icon.tsx'
import { Link } from '#field-kit/navigation.tsx'
import { SendMark } from '#field-kit/send-mark.tsx'
import { useAppServices } from '../app-services.ts'
import { isOfShift, type Operation } from '../outbox/operation.ts'
import { pathOf } from '../routes.ts'
import type { Messages } from '../words.ts'
import { reasonWord, resolutionWord, useWords } from '../words.ts'
import { CopyText } from './copy-text.tsx'
import { Ago } from './marks.tsx'

/** What somebody wrote with a change of status, which its label does not say. */
export const writtenWith = ({ work }: Operation): string =>
  work.kind === 'status' ? [work.note, work.blocked?.note].filter(Boolean).join('\n') : ''

const longestNote = 2000

/** A refused change of status as a note for whoever has the task now. */
const asNote = (words: Messages, operation: Operation): string =>
  [operationLabel(words, operation), writtenWith(operation)].filter(Boolean).join('\n').slice(0, longestNote)

/** Description of an operation. */
export const operationLabel = (words: Messages, { work }: Operation): string => {
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

export const reasonTexts = (words: Messages, operation: Operation): readonly string[] => {
  const { outcome, state } = operation
  if (!outcome) return []
  switch (outcome.why) {
    case 'OTHERS_DONE':
      return [words.whyDone]
    case 'TAKEN':
      return [outcome.who ? words.nowWith({ who: outcome.who }) : words.whyTaken]
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

/** A photo that nobody will get from here: shown, and saved on the phone by the browser. */
const LostPhoto = ({ photo }: { photo: Blob }): JSX.Element | null => {
  const words = useWords()
  const [address, setAddress] = useState<string | undefined>(undefined)
  useEffect(() => {
    const url = URL.createObjectURL(photo)
    setAddress(url)
    return () => URL.revokeObjectURL(url)
  }, [photo])
  if (!address) return null
  return (
    <a href={address} download="photo.jpg">
      <img class="thumb" src={address} alt={words.didPhoto} />
      {words.savePhoto}
    </a>
  )
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

export const OutboxEntry = ({ operation, now }: { operation: Operation; now: number }): JSX.Element => {
  const words = useWords()
  const { outbox, act } = useAppServices()
  const { id, state, tries, outcome } = operation
  const who = outcome?.who
  const isGone = outcome?.why === 'GONE' && state !== 'WAITING'
  const isDone = operation.work.kind === 'status' && operation.work.status === 'DONE'
  /** its words can still reach whoever has the task */
  const isTold = state === 'NEEDS_YOU' && outcome?.why === 'REASSIGNED' && operation.work.kind === 'status'
  const tell = async (): Promise<void> => {
    await act(
      { id: operation.taskId, title: operation.taskTitle },
      { kind: 'note', text: asNote(words, operation), public: false },
    )
    await outbox.discard(id)
  }
  const written = writtenWith(operation)
  return (
    <li class="note stack">
      <div class="stack tight">
        <p class="long">
          <strong>{operationLabel(words, operation)}</strong>
        </p>
        {written && (
          <p class="long" dir="auto">
            {written}
          </p>
        )}
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
      {isGone && operation.work.kind === 'photo' && <LostPhoto photo={operation.work.photo} />}
      {state !== 'SENT' && (
        <div class="row">
          {isTold && (
            <button type="button" class="primary" onClick={tell}>
              <Icon name="send" />
              {isDone ? (who ? words.tellDone({ who }) : words.tellDoneAway) : words.sendAsNote}
            </button>
          )}
          {state === 'NEEDS_YOU' && !isTold && !isGone && (
            <button type="button" onClick={() => outbox.retry(id)}>
              <Icon name="redo" />
              {words.retry}
            </button>
          )}
          {isGone && operation.work.kind !== 'photo' && state === 'NEEDS_YOU' && (
            <CopyText label={words.copyText} text={asNote(words, operation)} />
          )}
          {state === 'SETTLED' || isGone ? (
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
