/** A delivery in the log: expands to its attempts and payload, and can be sent again. */
import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import type { OutwardName } from '#contracts/outward.ts'
import { redeliverWebhook, type WebhookDelivery, type WebhookDetail } from '#contracts/webhooks.ts'
import { useAction } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { CodeBlock } from '#desk-kit/parts/code-block.tsx'
import { CopyButton } from '#desk-kit/parts/copy.tsx'
import { Mark, type Tone } from '#desk-kit/parts/mark.tsx'
import { When, WhenFull } from '#desk-kit/parts/when.tsx'
import { ActionFault } from './action-fault.tsx'
import { Attempt, useAdvice } from './attempt.tsx'
import { webhookMessages } from './messages.ts'

const tones: Readonly<Record<WebhookDelivery['state'], Tone>> = {
  PENDING: 'info',
  DELIVERED: 'good',
  FAILED: 'bad',
}

const pretty = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

/** Name of the subject, read from the payload. */
const subjectOf = (body: string | null): string | undefined => {
  if (body === null) return undefined
  try {
    const { data } = JSON.parse(body)
    const name = data.title ?? data.name ?? data.amenity?.name
    return typeof name === 'string' ? name : undefined
  } catch {
    return undefined
  }
}

interface DeliveryProps {
  readonly webhook: Pick<WebhookDetail, 'id' | 'enabled'>
  readonly delivery: WebhookDelivery
}

const Opened = ({ delivery: { attempts, body, eventId, id, type } }: { delivery: WebhookDelivery }) => {
  const { words } = useMessages()
  const t = useMessages(webhookMessages)
  const advice = useAdvice()
  const advised = attempts.map(advice)
  return (
    <>
      {attempts.length > 0 ? (
        <ol className="tries" aria-label={t.triesOf}>
          {attempts.map((attempt, index) => (
            <li key={attempt.at}>
              <p>
                <strong>{t.tryNumber({ number: String(index + 1) })}</strong> <WhenFull at={attempt.at} />
              </p>
              {/* Consecutive attempts with the same advice show it once. */}
              <Attempt attempt={attempt} brief={index > 0 && advised[index] === advised[index - 1]} />
            </li>
          ))}
        </ol>
      ) : null}
      <h3 className="sub-head">{t.payload}</h3>
      {body === null ? (
        <p className="quiet">{t.noPayload}</p>
      ) : (
        <>
          <CodeBlock text={pretty(body)} label={t.payload} />
          <CopyButton small text={body} label={words.copy} of={t.copyPayload} />
        </>
      )}
      <dl className="facts">
        <div>
          <dt>{t.event}</dt>
          <dd>
            <code>{type}</code>
          </dd>
        </div>
        <div>
          <dt>{t.eventId}</dt>
          <dd>
            <code>{eventId}</code>
          </dd>
        </div>
        <div>
          <dt>{t.deliveryId}</dt>
          <dd>
            <code>{id}</code>
          </dd>
        </div>
      </dl>
    </>
  )
}

/** What happens next with a waiting delivery. */
const Next = ({ webhook, delivery }: DeliveryProps) => {
  const t = useMessages(webhookMessages)
  const { full } = useFormat()
  const { attempts, nextAttemptAt, state } = delivery
  if (state !== 'PENDING') return null
  if (!webhook.enabled) return <>{t.waitsForOn}</>
  if (attempts.length === 0 || nextAttemptAt === null) return null
  return <time dateTime={nextAttemptAt}>{t.nextTry({ time: full(nextAttemptAt) })}</time>
}

export const Delivery = ({ webhook, delivery }: DeliveryProps) => {
  const t = useMessages(webhookMessages)
  const { full } = useFormat()
  const [opened, setOpened] = useState(false)
  const inside = useId()
  const again = useAction(redeliverWebhook)
  const { attempts, body, createdAt, id, state, type } = delivery
  const event = t.events[type as OutwardName] ?? type
  const subject = subjectOf(body)
  const { data } = again
  return (
    <li className="delivery" data-row={id}>
      <div>
        <button
          type="button"
          className="as-link row-name"
          data-row-link
          aria-expanded={opened}
          aria-controls={inside}
          onClick={() => setOpened(!opened)}
        >
          {event}
        </button>
        {subject ? <div dir="auto">{subject}</div> : null}
        <div className="line-of">
          <Mark tone={tones[state]}>{t.states[state]}</Mark>
          <span>{t.tries({ count: attempts.length })}</span>
          <When at={createdAt} />
          <span className="quiet">
            <Next webhook={webhook} delivery={delivery} />
          </span>
        </div>
      </div>
      <Button
        size="compact-sm"
        loading={again.isPending}
        aria-label={t.sendAgainOf({ event, time: full(createdAt) })}
        onClick={() => again.mutate({ params: { id: webhook.id, deliveryId: id }, body: {} })}
      >
        {t.sendAgain}
      </Button>
      <div className="delivery-answer" role="status">
        {data && 'deliveryId' in data && !again.isPending ? <Attempt attempt={data} /> : null}
      </div>
      {again.error ? <ActionFault error={again.error} /> : null}
      <div id={inside} hidden={!opened}>
        {opened ? <Opened delivery={delivery} /> : null}
      </div>
    </li>
  )
}
