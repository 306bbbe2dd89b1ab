/** One mailing: recipients, next date and past issues. */
import { Button, Modal } from '@mantine/core'
import { Suspense, useState } from 'react'
import { type Mailing, type MailingSending, updateMailing } from '#contracts/sharing/mailings.ts'
import { callOf, useRun } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useFocusBack } from '#desk-kit/parts/focus-back.ts'
import { lazyComponent } from '#desk-kit/parts/lazy-component.tsx'
import { Mark, type Tone } from '#desk-kit/parts/mark.tsx'
import { ErrorPanel } from '#desk-kit/parts/states.tsx'
import { useRecurrenceText } from '../admin/schedules/use-recurrence-text.ts'
import { sharingMessages } from './messages.ts'

const MailingForm = lazyComponent(async () => (await import('./mailing-form.tsx')).MailingForm)

const outcomes = ['delivered', 'refused', 'waiting', 'unsent'] as const
const tones: Readonly<Record<(typeof outcomes)[number], Tone>> = {
  delivered: 'good',
  refused: 'bad',
  waiting: 'info',
  unsent: 'muted',
}

type Recipient = Mailing['recipients'][number]

/** Whether a recipient has confirmed, or why their server rejects email. */
const ConfirmationMark = ({ recipient }: { recipient: Recipient }) => {
  const t = useMessages(sharingMessages)
  const { full } = useFormat()
  const { askedAt, bouncedAt, confirmedAt, refusal } = recipient
  if (bouncedAt === null)
    return confirmedAt === null ? (
      <Mark tone="muted">{t.asked({ time: full(askedAt) })}</Mark>
    ) : (
      <Mark tone="good">{t.confirmed}</Mark>
    )
  const time = full(bouncedAt)
  const reason = refusal === null || refusal === 'OTHER' ? undefined : t.refusals[refusal]
  if (confirmedAt === null)
    return (
      <Mark tone="bad">
        {reason === undefined ? t.askRefused({ time }) : t.askRefusedFor({ time, reason })}
      </Mark>
    )
  return <Mark tone="bad">{reason === undefined ? t.bounced({ time }) : t.bouncedFor({ time, reason })}</Mark>
}

const Recipients = ({ mailing: { id, recipients, version } }: { mailing: Mailing }) => {
  const t = useMessages(sharingMessages)
  const run = useRun()
  return (
    <>
      <ul className="plain-list" aria-label={t.recipients}>
        {recipients.map((recipient) => (
          <li key={recipient.email} className="line-of">
            <bdi className="address">{recipient.email}</bdi> <ConfirmationMark recipient={recipient} />
            {recipient.confirmedAt === null ? (
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={t.askAgainOf({ email: recipient.email })}
                disabled={run.isPending}
                onClick={() =>
                  run.mutate(
                    callOf(updateMailing, {
                      params: { id },
                      ifMatch: version,
                      body: { askAgain: [recipient.email] },
                    }),
                  )
                }
              >
                {t.askAgain}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      <div role="status">{run.isSuccess ? <small className="quiet">{t.askedAgain}</small> : null}</div>
      {run.error?.code === 'CONFLICT' ? (
        <p className="error-panel" role="alert">
          {t.askedOften}
        </p>
      ) : run.error ? (
        <ErrorPanel error={run.error} />
      ) : null}
    </>
  )
}

const Sending = ({ sending }: { sending: MailingSending }) => {
  const t = useMessages(sharingMessages)
  const { day, full } = useFormat()
  const { at, from, to, reasons } = sending
  const labels = { delivered: t.delivered, refused: t.refused, waiting: t.waiting, unsent: t.unsent }
  return (
    <li className="sending">
      <time dateTime={at}>{full(at)}</time>{' '}
      <span className="quiet">
        {from === to ? t.figuresOfDay({ day: day(from) }) : t.figuresOf({ from: day(from), to: day(to) })}
      </span>
      <span className="line-of">
        {outcomes.map((outcome) =>
          sending[outcome] > 0 ? (
            <Mark key={outcome} tone={tones[outcome]}>
              {labels[outcome]({ count: sending[outcome] })}
            </Mark>
          ) : null,
        )}
        {reasons.map(({ reason, count }) => (
          <small key={reason}>{t.refusedWhy({ count, reason: t.refusals[reason] })}</small>
        ))}
      </span>
    </li>
  )
}

interface MailingLayerProps {
  readonly mailing: Mailing
  readonly onClose: () => void
}

export const MailingLayer = ({ mailing, onClose }: MailingLayerProps) => {
  const { words } = useMessages()
  const t = useMessages(sharingMessages)
  const { at, recurrence } = useRecurrenceText()
  const [editing, setEditing] = useState(false)
  useFocusBack(true)
  const { next, sendings, state, timeZone } = mailing
  if (editing)
    return (
      <Suspense>
        <MailingForm mailing={mailing} onClose={onClose} />
      </Suspense>
    )
  return (
    <Modal
      opened
      onClose={onClose}
      title={mailing.name}
      size="lg"
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <div className="form">
        {state === 'FAILING' ? <p>{t.failingHelp}</p> : null}
        <dl className="facts">
          <div>
            <dt>{t.rhythm}</dt>
            <dd>{recurrence(mailing)}</dd>
          </div>
          <div>
            <dt>{t.next}</dt>
            <dd>{next[0] ? at(next[0], timeZone) : state === 'PAUSED' ? t.paused : t.noMore}</dd>
          </div>
        </dl>
        <section>
          <h3 className="sub-head">{t.recipients}</h3>
          <Recipients mailing={mailing} />
        </section>
        <section>
          <h3 className="sub-head">{t.sendings}</h3>
          {sendings.length > 0 ? (
            <ol className="plain-list" aria-label={t.sendings}>
              {sendings.map((sending) => (
                <Sending key={sending.at} sending={sending} />
              ))}
            </ol>
          ) : (
            <p className="quiet">{t.noSendings}</p>
          )}
          <small className="quiet">{t.sendingsHelp}</small>
        </section>
        <div className="form-foot">
          <Button variant="filled" onClick={() => setEditing(true)}>
            {words.edit}
          </Button>
          <Button onClick={onClose}>{words.close}</Button>
        </div>
      </div>
    </Modal>
  )
}
