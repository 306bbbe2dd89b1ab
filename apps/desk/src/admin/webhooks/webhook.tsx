/** ADM-19: one webhook: health, advice and delivery log. */
import './webhooks.css'
import { Button } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, Suspense, useState } from 'react'
import {
  deleteWebhook,
  getWebhook,
  rotateWebhookSecret,
  updateWebhook,
  type WebhookDetail,
} from '#contracts/webhooks.ts'
import { useAction, useApi } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { ActionMenu } from '#desk-kit/list/actions.tsx'
import type { Action } from '#desk-kit/list/declaration.ts'
import { lazyComponent } from '#desk-kit/parts/lazy-component.tsx'
import { Screen, Section } from '#desk-kit/parts/screen.tsx'
import { ErrorPanel, QueryView } from '#desk-kit/parts/states.tsx'
import { When, WhenFull } from '#desk-kit/parts/when.tsx'
import { Breadcrumb } from '#desk-kit/shell/breadcrumb.tsx'
import { useAdvice } from './attempt.tsx'
import { DeleteWebhook } from './delete.tsx'
import { healthOf, hostOf } from './health.ts'
import { FirstFailure, HealthMark } from './health-mark.tsx'
import { Log } from './log.tsx'
import { webhookMessages } from './messages.ts'
import { Rotate } from './rotate.tsx'
import { TestDialog } from './test-dialog.tsx'
import { VerifyDialog } from './verify.tsx'
import { WebhookForm } from './webhook-form.tsx'

const SendSince = lazyComponent(async () => (await import('./send-since.tsx')).SendSince)

const route = getRouteApi('/admin/webhooks/$id')

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** Health, since when, and advice. */
const State = ({ webhook }: { webhook: WebhookDetail }) => {
  const t = useMessages(webhookMessages)
  const advice = useAdvice()
  const health = healthOf(webhook)
  const { lastAttempt } = webhook
  const adviceText = lastAttempt && health !== 'HEALTHY' ? advice(lastAttempt) : undefined
  return (
    <div className="webhook-state">
      <p className="line-of">
        <HealthMark webhook={webhook} />
        <span className="quiet">
          <FirstFailure webhook={webhook} />
        </span>
      </p>
      {adviceText && health !== 'PAUSED' ? <p>{adviceText}</p> : null}
      <p>{t.meaning[health]}</p>
    </div>
  )
}

const Health = ({ webhook }: { webhook: WebhookDetail }) => {
  const t = useMessages(webhookMessages)
  const { number, full } = useFormat()
  const { health, lastAttempt, lastSuccessAt, formerSecretUntil } = webhook
  const all = health.delivered + health.failed
  return (
    <dl className="facts">
      <Fact name={t.lastDay}>
        {all === 0 ? t.nothingOfDay : t.ofLastDay({ delivered: number(health.delivered), all: number(all) })}
        {health.failed > 0 ? <small>{t.failedOfDay({ count: health.failed })}</small> : null}
      </Fact>
      <Fact name={t.waiting}>{t.waitingCount({ count: health.waiting })}</Fact>
      <Fact name={t.lastTry}>
        {lastAttempt ? (
          <>
            <When at={lastAttempt.at} />
            <small>
              {lastAttempt.status === null ? t.noAnswer : t.answered({ status: String(lastAttempt.status) })}
            </small>
          </>
        ) : (
          t.never
        )}
      </Fact>
      <Fact name={t.lastSuccess}>{lastSuccessAt ? <When at={lastSuccessAt} /> : t.never}</Fact>
      {formerSecretUntil ? (
        <Fact name={t.secret}>{t.bothSign({ time: full(formerSecretUntil) })}</Fact>
      ) : null}
    </dl>
  )
}

const Known = ({ webhook }: { webhook: WebhookDetail }) => {
  const { words } = useMessages()
  const t = useMessages(webhookMessages)
  return (
    <dl className="facts">
      <Fact name={t.address}>
        <code>{webhook.url}</code>
      </Fact>
      <Fact name={t.eventsHeard}>
        <details className="explained">
          <summary>{t.eventCount({ count: webhook.events.length })}</summary>
          <ul>
            {webhook.events.map((name) => (
              <li key={name}>{t.events[name] ?? name}</li>
            ))}
          </ul>
        </details>
      </Fact>
      <Fact name={words.created}>
        <WhenFull at={webhook.createdAt} />
      </Fact>
    </dl>
  )
}

type Layer = 'test' | 'edit' | 'rotate' | 'verify' | 'delete' | 'since'

const Record = ({ webhook }: { webhook: WebhookDetail }) => {
  const { words } = useMessages()
  const t = useMessages(webhookMessages)
  const navigate = useNavigate()
  const update = useAction(updateWebhook)
  const [layer, setLayer] = useState<Layer>()
  const [queued, setQueued] = useState<number>()
  const close = (): void => setLayer(undefined)
  const { enabled, id, version } = webhook
  const more: (Action & { readonly opens: Layer })[] = [
    { label: words.edit, by: updateWebhook, layer: () => null, opens: 'edit' },
    { label: t.rotate, by: rotateWebhookSecret, layer: () => null, opens: 'rotate' },
    { label: t.verify, by: getWebhook, layer: () => null, opens: 'verify' },
    { label: t.delete, by: deleteWebhook, layer: () => null, opens: 'delete' },
  ]
  return (
    <>
      <div className="actions">
        <Button variant="filled" onClick={() => setLayer('test')}>
          {t.test}
        </Button>
        <Button
          loading={update.isPending}
          onClick={() => update.mutate({ params: { id }, ifMatch: version, body: { enabled: !enabled } })}
        >
          {enabled ? t.pause : t.enable}
        </Button>
        {enabled ? <Button onClick={() => setLayer('since')}>{t.sendSince}</Button> : null}
        <ActionMenu
          name={hostOf(webhook.url)}
          actions={more}
          run={(action) => setLayer(more.find(({ label }) => label === action.label)?.opens)}
        />
      </div>
      {update.error ? <ErrorPanel error={update.error} /> : null}
      <p role="status">{queued === undefined ? '' : t.queued({ count: queued })}</p>
      <State webhook={webhook} />
      <div className="webhook-facts">
        <Section title={t.health}>
          <Health webhook={webhook} />
        </Section>
        <Section title={words.facts}>
          <Known webhook={webhook} />
        </Section>
      </div>
      <Log webhook={webhook} />
      {layer === 'test' ? <TestDialog webhook={webhook} onClose={close} /> : null}
      {layer === 'edit' ? <WebhookForm webhook={webhook} onClose={close} /> : null}
      {layer === 'rotate' ? <Rotate webhook={webhook} onClose={close} /> : null}
      {layer === 'verify' ? <VerifyDialog onClose={close} /> : null}
      {layer === 'since' ? (
        <Suspense>
          <SendSince webhook={webhook} onSent={setQueued} onClose={close} />
        </Suspense>
      ) : null}
      {layer === 'delete' ? (
        <DeleteWebhook
          webhook={webhook}
          onClose={close}
          onDone={() => void navigate({ to: '/admin/webhooks' })}
        />
      ) : null}
    </>
  )
}

export const Page: ComponentType = () => {
  const { places } = useMessages()
  const { id } = route.useParams()
  const webhook = useApi(getWebhook, { params: { id } })
  const { data } = webhook
  return (
    <Screen
      title={data ? data.description || hostOf(data.url) : places.webhook.name}
      breadcrumb={<Breadcrumb name="webhook" />}
    >
      <QueryView of={webhook} rows={12}>
        {(one) => <Record webhook={one} />}
      </QueryView>
    </Screen>
  )
}
