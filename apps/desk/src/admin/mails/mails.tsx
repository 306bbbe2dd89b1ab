/** ADM-26: email settings, delivery checks and previews of each email. */
import { Button, NativeSelect, Switch } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import {
  getSettings,
  type MailName,
  type MailSetup,
  mailLanguages,
  mailNames,
  type SenderState,
  type Settings,
  updateSettings,
} from '#contracts/settings.ts'
import { check, text } from '#desk-kit/form/fields.tsx'
import { useAction, useApi } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useMe } from '#desk-kit/lib/me.ts'
import { Mark, type Tone } from '#desk-kit/parts/mark.tsx'
import { Screen, Section } from '#desk-kit/parts/screen.tsx'
import { ErrorPanel, QueryView } from '#desk-kit/parts/states.tsx'
import { Breadcrumb } from '#desk-kit/shell/breadcrumb.tsx'
import { SectionForm } from '../settings/section-form.tsx'
import { mailMessages } from './messages.ts'
import { RenderedMail } from './rendered-mail.tsx'
import { askOfMails, type MailSearch } from './search.ts'

const route = getRouteApi('/mails')

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}))

const Choices = ({ settings }: { settings: Settings }) => {
  const t = useMessages(mailMessages)
  return (
    <SectionForm
      title={t.choices}
      settings={settings}
      read={({ notifications }) => ({
        ...notifications,
        digestHour: notifications.digestHour === null ? '' : String(notifications.digestHour),
      })}
      write={({ digestHour, ...rest }) => ({
        notifications: { ...rest, digestHour: digestHour === '' ? null : Number(digestHour) },
      })}
    >
      {(form) => (
        <>
          <Switch {...check(form, 'mailTechnicians', t.mailTechnicians)} />
          <Switch {...check(form, 'mailManagers', t.mailManagers)} />
          <NativeSelect
            {...text(form, 'digestHour', t.digest)}
            description={t.digestHelp}
            data={[{ value: '', label: t.noDigest }, ...hours]}
          />
        </>
      )}
    </SectionForm>
  )
}

const tones: Record<SenderState, Tone> = { FOUND: 'good', MISSING: 'warn', ASKING: 'muted', UNKNOWN: 'muted' }

const Sender = ({ sender }: { sender: MailSetup['sender'] }) => {
  const t = useMessages(mailMessages)
  return (
    <Section title={t.sender}>
      <dl className="facts wide-facts">
        <div>
          <dt>{t.from}</dt>
          <dd>{sender.from}</dd>
        </div>
        {sender.domain === null
          ? null
          : (['spf', 'dkim', 'dmarc'] as const).map((kind) => (
              <div key={kind}>
                <dt>{t.checks[kind]}</dt>
                <dd>
                  <Mark tone={tones[sender[kind]]}>{t.states[sender[kind]]}</Mark>
                  <small>{t.meanings[kind]}</small>
                </dd>
              </div>
            ))}
      </dl>
      <p className="quiet">{sender.domain === null ? t.noDomain : t.senderHelp({ domain: sender.domain })}</p>
    </Section>
  )
}

const Preview = ({ preview }: { preview: MailSetup['preview'] }) => {
  const { words } = useMessages()
  const t = useMessages(mailMessages)
  const { user } = useMe()
  const navigate = route.useNavigate()
  const send = useAction(updateSettings, { quiet: true })
  const { mail, language } = preview
  const show = (change: MailSearch): void => {
    send.reset()
    void navigate({ search: { mail, language, ...change }, replace: true })
  }
  return (
    <Section title={t.looks}>
      <div className="page-form">
        <div className="two">
          <NativeSelect
            label={t.which}
            value={mail}
            onChange={(event) => show({ mail: event.currentTarget.value as MailName })}
            data={mailNames.map((value) => ({ value, label: t.names[value] }))}
          />
          <NativeSelect
            label={t.language}
            value={language}
            onChange={(event) =>
              show({ language: event.currentTarget.value as (typeof mailLanguages)[number] })
            }
            data={mailLanguages.map((value) => ({ value, label: words.languages[value] }))}
          />
        </div>
        <div className="form-foot">
          <Button
            variant="default"
            loading={send.isPending}
            onClick={() => send.mutate({ body: { testMail: { mail, language } } })}
          >
            {t.sendMe}
          </Button>
          <span role="status">{send.isSuccess ? t.sent({ email: user?.email ?? '' }) : ''}</span>
        </div>
        {send.error ? <ErrorPanel error={send.error} /> : null}
        <dl className="facts">
          <div>
            <dt>{t.subject}</dt>
            <dd lang={language}>{preview.subject}</dd>
          </div>
        </dl>
        <RenderedMail html={preview.html} label={preview.subject} language={language} />
        <details>
          <summary>{t.asText}</summary>
          <p className="prose" lang={language}>
            {preview.text}
          </p>
        </details>
      </div>
    </Section>
  )
}

export const Page: ComponentType = () => {
  const { places } = useMessages()
  const settings = useApi(getSettings, askOfMails(route.useSearch()), {
    keep: true,
    again: ({ mail }) => (mail?.sender.spf === 'ASKING' ? 2 : 0),
  })
  return (
    <Screen title={places.mails.name} breadcrumb={<Breadcrumb name="mails" />}>
      <QueryView of={settings}>
        {(data) => (
          <>
            <Choices settings={data} />
            {data.mail ? (
              <>
                <Sender sender={data.mail.sender} />
                <Preview preview={data.mail.preview} />
              </>
            ) : null}
          </>
        )}
      </QueryView>
    </Screen>
  )
}
