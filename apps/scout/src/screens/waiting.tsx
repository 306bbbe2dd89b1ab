/** SCO-6: what waits to be sent, what the service did not take, and conflicts with another phone. */
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { useCell } from '#field-kit/cell.ts'
import { Heading } from '#field-kit/heading.tsx'
import { SendMark } from '#field-kit/send-mark.tsx'
import type { Operation } from '../outbox/operation.ts'
import { Banner } from '../pieces/banner.tsx'
import { Conflicts } from '../pieces/conflicts.tsx'
import { Time } from '../pieces/marks.tsx'
import { useBook, useOperations, useServices } from '../services.ts'
import { type Messages, skipWord, useWords } from '../words.ts'

const operationText = (words: Messages, { work }: Operation): string => {
  switch (work.kind) {
    case 'photo':
      return words.photo
    case 'round.accept':
      return words.didTake
    case 'round.decline':
      return words.didDecline
    case 'round.start':
      return words.didStart
    case 'round.pause':
      return work.fields.paused ? words.paused : words.didResume
    case 'round.submit':
      return words.submitted
    case 'inspection.begin':
      return words.begun
    case 'inspection.answers':
      return words.didAnswer({ count: work.fields.answers.length })
    case 'inspection.complete':
      return words.didFinish
    case 'inspection.skip':
      return `${words.skipped}: ${skipWord(words, work.fields.reason)}`
    case 'inspection.reopen':
      return words.didReopen
    case 'finding.create':
      return work.fields.text ? words.didReportText({ text: work.fields.text }) : words.didReport
    case 'finding.withdraw':
      return words.didWithdraw
    case 'finding.verify':
      return work.fields.fixed ? words.yesFixed : words.notFixed
    default:
      return work satisfies never
  }
}

const reasonText = (words: Messages, { work, outcome }: Operation): string => {
  switch (outcome?.why) {
    case 'TAKEN':
      return words.whyTaken
    case 'OVER':
      return words.whyOver
    case 'LACKING':
      return words.whyLacking
    case 'GONE':
      return words.whyGone
    default:
      return work.kind === 'photo' ? words.whyPhoto : words.whyRefused
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

const Row = ({ operation }: { operation: Operation }): JSX.Element => {
  const words = useWords()
  const { outbox } = useServices()
  const { id, taskTitle, state, outcome, at } = operation
  return (
    <li class="row-of">
      <h3>
        <bdi>{taskTitle}</bdi>
      </h3>
      <p class="clip">{operationText(words, operation)}</p>
      <p class="marks">
        <SendMark state={state} />
        <Time at={at} />
      </p>
      {outcome && <p>{reasonText(words, operation)}</p>}
      {outcome?.requestId && <small>{words.requestId({ id: outcome.requestId })}</small>}
      {state === 'NEEDS_YOU' && (
        <div class="actions">
          <button type="button" onClick={() => void outbox.retry(id)}>
            {words.retry}
          </button>
          <Discard onDiscard={() => void outbox.discard(id)} />
        </div>
      )}
      {state === 'SETTLED' && (
        <button type="button" onClick={() => void outbox.discard(id)}>
          {words.understood}
        </button>
      )}
    </li>
  )
}

const Group = ({
  title,
  operations,
}: {
  title: string
  operations: readonly Operation[]
}): JSX.Element | null =>
  operations.length === 0 ? null : (
    <section>
      <h2>
        {title} <span class="count">{operations.length}</span>
      </h2>
      <ul class="rows">
        {operations.map((one) => (
          <Row key={one.id} operation={one} />
        ))}
      </ul>
    </section>
  )

export default function Waiting(): JSX.Element {
  const words = useWords()
  const { outbox, persons } = useServices()
  const operations = useOperations()
  const book = useBook()
  const isSending = useCell(outbox.sending)
  const others = useCell(outbox.operations).filter(
    ({ owner, state }) => owner !== persons.current()?.id && state === 'WAITING',
  )
  const inState = (...states: readonly Operation['state'][]): readonly Operation[] =>
    operations.filter(({ state }) => states.includes(state))
  const waiting = inState('WAITING')
  const needing = inState('NEEDS_YOU', 'SETTLED')
  return (
    <>
      <Heading text={words.waiting} />
      <Banner />
      {book && <Conflicts book={book} />}
      <Group title={words.outboxNeeds} operations={needing} />
      <Group title={words.waits} operations={waiting} />
      {waiting.length > 0 ? (
        <>
          <p>{words.outboxText}</p>
          <button type="button" onClick={() => void outbox.flush(true)}>
            {isSending ? words.loading : words.sendNow}
          </button>
        </>
      ) : (
        needing.length === 0 && <p role="status">{words.outboxEmpty}</p>
      )}
      {others.length > 0 && <p>{words.outboxOthers({ count: others.length })}</p>}
      <Group title={words.sent} operations={inState('SENT').slice().reverse()} />
    </>
  )
}
