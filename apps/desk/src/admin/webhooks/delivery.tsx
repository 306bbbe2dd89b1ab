/** One delivery of the log: opened, its tries side by side and what is sent. It can be sent again from its row. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import {
  listWebhookDeliveries,
  redeliverWebhook,
  type WebhookDelivery,
  type WebhookDetail,
} from '#contracts/admin/webhooks.ts'
import type { OutwardName } from '#contracts/outward.ts'
import { useAct, useApi } from '../../lib/api.ts'
import { useFormat } from '../../lib/format.ts'
import { useWords } from '../../lib/language.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { CopyButton } from '../../parts/copy.tsx'
import { Mark, type Tone } from '../../parts/mark.tsx'
import { Answer } from '../../parts/states.tsx'
import { When, WhenFull } from '../../parts/when.tsx'
import { ActFault } from './act-fault.tsx'
import { Attempt } from './attempt.tsx'
import { webhookWords } from './words.ts'

export const deliveryTones: Readonly<Record<WebhookDelivery['state'], Tone>> = {
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

interface DeliveryProps {
  readonly webhook: Pick<WebhookDetail, 'id' | 'enabled'>
  readonly delivery: WebhookDelivery
}

const Payload = ({ webhook, delivery }: DeliveryProps) => {
  const { words } = useWords()
  const t = useWords(webhookWords)
  const found = useApi(listWebhookDeliveries, {
    params: { id: webhook.id },
    query: { q: delivery.id, body: true, pageSize: 1 },
  })
  return (
    <>
      <h3 className="sub-head">{t.payload}</h3>
      <Answer of={found} rows={4}>
        {({ items }) => {
          const body = items[0]?.body
          if (!body) return <p className="quiet">{t.noPayload}</p>
          return (
            <>
              <CodeBlock text={pretty(body)} label={t.payload} />
              <CopyButton small text={body} label={words.copy} of={t.copyPayload} />
            </>
          )
        }}
      </Answer>
    </>
  )
}

const Opened = ({ webhook, delivery }: DeliveryProps) => {
  const t = useWords(webhookWords)
  const { attempts, eventId, id, type } = delivery
  return (
    <div className="delivery-opened">
      {attempts.length > 0 ? (
        <ol className="tries" aria-label={t.triesOf}>
          {attempts.map((attempt, index) => (
            <li key={attempt.at}>
              <p>
                <strong>{t.tryNumber({ number: String(index + 1) })}</strong> <WhenFull at={attempt.at} />
              </p>
              <Attempt attempt={attempt} />
            </li>
          ))}
        </ol>
      ) : null}
      <Payload webhook={webhook} delivery={delivery} />
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
    </div>
  )
}

/** What happens next with one that waits. */
const Next = ({ webhook, delivery }: DeliveryProps) => {
  const t = useWords(webhookWords)
  const { full } = useFormat()
  const { attempts, nextAttemptAt, state } = delivery
  if (state !== 'PENDING') return null
  if (!webhook.enabled) return <>{t.waitsForOn}</>
  if (attempts.length === 0 || nextAttemptAt === null) return null
  return <time dateTime={nextAttemptAt}>{t.nextTry({ time: full(nextAttemptAt) })}</time>
}

export const Delivery = ({ webhook, delivery }: DeliveryProps) => {
  const t = useWords(webhookWords)
  const { full } = useFormat()
  const [opened, setOpened] = useState(false)
  const again = useAct(redeliverWebhook)
  const { attempts, createdAt, id, state, type } = delivery
  const event = t.events[type as OutwardName] ?? type
  const { data } = again
  return (
    <li className="delivery" data-row={id}>
      <details open={opened} onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
        <summary data-row-link>
          <span className="delivery-event">{event}</span>
          <span className="line-of">
            <Mark tone={deliveryTones[state]}>{t.states[state]}</Mark>
            <span>{t.tries({ count: attempts.length })}</span>
            <When at={createdAt} />
            <span className="quiet">
              <Next webhook={webhook} delivery={delivery} />
            </span>
          </span>
        </summary>
        {opened ? <Opened webhook={webhook} delivery={delivery} /> : null}
      </details>
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
      {again.error ? <ActFault error={again.error} /> : null}
    </li>
  )
}
