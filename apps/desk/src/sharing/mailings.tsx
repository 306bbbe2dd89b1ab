/** MAN-10: mailings with recurrence, recipients and confirmations. */
import {
  createMailing,
  deleteMailing,
  listMailings,
  type Mailing,
  type MailingState,
  sendMailing,
  updateMailing,
} from '#contracts/sharing/mailings.ts'
import { callOf } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import type { UseList } from '#desk-kit/list/declaration.ts'
import { Confirm } from '#desk-kit/parts/confirm.tsx'
import { lazyComponent } from '#desk-kit/parts/lazy-component.tsx'
import { Mark, type Tone } from '#desk-kit/parts/mark.tsx'
import { When } from '#desk-kit/parts/when.tsx'
import { useRecurrenceText } from '../admin/schedules/use-recurrence-text.ts'
import { MailingLayer } from './mailing.tsx'
import { sharingMessages } from './messages.ts'

const MailingForm = lazyComponent(async () => (await import('./mailing-form.tsx')).MailingForm)

const tones: Readonly<Record<MailingState, Tone>> = { ACTIVE: 'good', PAUSED: 'muted', FAILING: 'bad' }

const Answered = ({ recipients }: Pick<Mailing, 'recipients'>) => {
  const t = useMessages(sharingMessages)
  const { number } = useFormat()
  const confirmed = recipients.filter(({ confirmedAt }) => confirmedAt !== null).length
  return <>{t.confirmedOf({ confirmed: number(confirmed), all: recipients.length })}</>
}

const Next = ({ mailing: { next, state, timeZone } }: { mailing: Mailing }) => {
  const t = useMessages(sharingMessages)
  const { at } = useRecurrenceText()
  const [first] = next
  if (first === undefined) return <span className="quiet">{state === 'PAUSED' ? t.paused : t.noMore}</span>
  return <time dateTime={first}>{at(first, timeZone)}</time>
}

export const useList: UseList<typeof listMailings> = () => {
  const { words } = useMessages()
  const t = useMessages(sharingMessages)
  const { recurrence } = useRecurrenceText()
  const refusing = ({ recipients }: Mailing): number =>
    recipients.filter(({ bouncedAt }) => bouncedAt !== null).length
  const reachesSome = ({ recipients }: Mailing): boolean =>
    recipients.some(({ confirmedAt, bouncedAt }) => confirmedAt !== null && bouncedAt === null)
  return {
    name: ({ name }) => name,
    help: t.mailingsHelp,
    first: { title: t.noMailingsTitle, help: t.noMailingsHelp },
    filters: [{ of: 'state', label: t.state, words: t.mailingStates }],
    create: [
      {
        label: t.newMailing,
        by: createMailing,
        layer: (close) => <MailingForm mailing={undefined} onClose={() => close()} />,
      },
    ],
    opens: (mailing) => ({
      label: t.openMailing,
      by: listMailings,
      layer: (close) => <MailingLayer mailing={mailing} onClose={() => close()} />,
    }),
    columns: [
      {
        key: 'name',
        head: words.name,
        cell: ({ name }) => name,
        below: ({ contents }) => contents.map((content) => t.contentNames[content]).join(', '),
      },
      {
        key: 'state',
        head: t.state,
        cell: ({ state }) => <Mark tone={tones[state]}>{t.mailingStates[state]}</Mark>,
        below: (mailing) =>
          mailing.state === 'FAILING' ? (reachesSome(mailing) ? t.failingHelp : t.failingAll) : null,
      },
      { key: 'rhythm', head: t.rhythm, cell: (mailing) => recurrence(mailing) },
      {
        key: 'recipients',
        head: t.recipients,
        cell: ({ recipients }) => <Answered recipients={recipients} />,
        below: (mailing) => (refusing(mailing) > 0 ? t.refusedMany({ count: refusing(mailing) }) : null),
      },
      { key: 'nextAt', head: t.next, cell: (mailing) => <Next mailing={mailing} /> },
      {
        key: 'lastSentAt',
        head: t.lastSent,
        wide: true,
        cell: ({ lastSentAt }) =>
          lastSentAt ? <When at={lastSentAt} /> : <span className="quiet">{t.never}</span>,
      },
    ],
    actions: (mailing) => {
      const { id, version, name, state } = mailing
      const change = (to: 'ACTIVE' | 'PAUSED') =>
        callOf(updateMailing, { params: { id }, ifMatch: version, body: { state: to } })
      return [
        {
          label: words.edit,
          by: updateMailing,
          layer: (close) => <MailingForm mailing={mailing} onClose={() => close()} />,
        },
        { label: t.sendOne, message: t.sentOne, call: callOf(sendMailing, { params: { id } }) },
        state === 'ACTIVE'
          ? { label: t.pause, message: t.pausedSaid({ name }), call: change('PAUSED') }
          : { label: t.resume, message: t.resumedSaid({ name }), call: change('ACTIVE') },
        {
          label: t.deleteMailing,
          by: deleteMailing,
          layer: (close) => (
            <Confirm
              title={t.deleteMailingTitle({ name })}
              submit={t.deleteMailing}
              call={callOf(deleteMailing, { params: { id }, ifMatch: version })}
              onClose={close}
            >
              {t.deleteMailingHelp}
            </Confirm>
          ),
        },
      ]
    },
  }
}
