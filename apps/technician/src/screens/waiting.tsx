/** TEC-6: the outbox: pending, sent and rejected operations. */
import type { JSX } from 'preact'
import { useCell } from '#field-kit/cell.ts'
import { Heading } from '#field-kit/heading.tsx'
import { Icon } from '#field-kit/icon.tsx'
import { instant } from '#i18n/times.ts'
import { useAppServices } from '../app-services.ts'
import type { Operation } from '../outbox/operation.ts'
import { Banner } from '../pieces/banner.tsx'
import { useNow } from '../pieces/clock.ts'
import { CopyText } from '../pieces/copy-text.tsx'
import { OutboxEntry, operationLabel, reasonTexts, writtenWith } from '../pieces/outbox-entry.tsx'
import { useOperations } from '../pieces/use-operations.ts'
import { useLocale, useWords } from '../words.ts'

/** As a last resort, copies all unsent operations as text. */
const AsText = ({ operations }: { operations: readonly Operation[] }): JSX.Element => {
  const { locale, words } = useLocale()
  const text = operations
    .map((one) =>
      [
        instant(Date.parse(one.at), 'short', locale),
        one.taskTitle,
        operationLabel(words, one),
        writtenWith(one),
        ...reasonTexts(words, one),
      ]
        .filter(Boolean)
        .join('  '),
    )
    .join('\n')
  return <CopyText label={words.asText} text={text} />
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
            <OutboxEntry key={operation.id} operation={operation} now={now} />
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
