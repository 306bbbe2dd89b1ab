/** SUP-8: announcements to the staff of tenants. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { type Announcement, createAnnouncement, getPlatformUsage } from '#contracts/super-admin/platform.ts'
import { callOf, useApi } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { Confirm } from '#desk-kit/parts/confirm.tsx'
import { Mark, type Tone } from '#desk-kit/parts/mark.tsx'
import { Screen } from '#desk-kit/parts/screen.tsx'
import { Empty, QueryView } from '#desk-kit/parts/states.tsx'
import { AnnouncementForm } from './announcement-form.tsx'
import { systemMessages } from './messages.ts'

const tones: Record<Announcement['kind'], Tone> = { INFO: 'info', MAINTENANCE: 'warn', INCIDENT: 'bad' }

const useAudience = (): ((one: Announcement) => string) => {
  const { words } = useMessages()
  const t = useMessages(systemMessages)
  const { list } = useFormat()
  return ({ audience }) => {
    if ('all' in audience) return t.audiences.all
    if ('plans' in audience) return list(audience.plans.map((plan) => words.plans[plan]))
    return t.tenantCount({ count: audience.tenantIds.length })
  }
}

/** The same announcement, ended now. */
const ended = ({ id, kind, title, text, texts, audience }: Announcement) =>
  callOf(createAnnouncement, {
    body: { kind, title, text, texts, audience, until: new Date().toISOString(), replaces: id },
  })

export const Page = () => {
  const { places } = useMessages()
  const t = useMessages(systemMessages)
  const { full } = useFormat()
  const audienceOf = useAudience()
  const usage = useApi(getPlatformUsage, {})
  const [layer, setLayer] = useState<{ readonly kind: 'form' | 'end'; readonly one?: Announcement }>()
  const close = (): void => setLayer(undefined)
  const create = (
    <Button variant="filled" onClick={() => setLayer({ kind: 'form' })}>
      {t.announce}
    </Button>
  )
  return (
    <Screen
      title={places.announcements.name}
      beside={<p className="quiet">{t.announcementsHelp}</p>}
      actions={create}
    >
      <QueryView of={usage}>
        {({ announcements }) =>
          announcements.length === 0 ? (
            <Empty title={t.noneNow}>{t.noneNowHelp}</Empty>
          ) : (
            <ul className="reports">
              {announcements.map((one) => (
                <li key={one.id}>
                  <p className="line-of">
                    <Mark tone={tones[one.kind]}>{t.kinds[one.kind]}</Mark> <strong>{one.title}</strong>
                  </p>
                  <p className="prose">{one.text}</p>
                  <small>
                    {audienceOf(one)} · {t.byOf({ by: one.by, from: full(one.from), until: full(one.until) })}
                  </small>
                  <div className="actions">
                    <Button onClick={() => setLayer({ kind: 'form', one })}>{t.edit}</Button>
                    <Button color="bad" onClick={() => setLayer({ kind: 'end', one })}>
                      {t.end}
                    </Button>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
      {layer?.kind === 'form' ? <AnnouncementForm before={layer.one} onClose={close} /> : null}
      {layer?.kind === 'end' && layer.one ? (
        <Confirm
          title={t.endTitle({ title: layer.one.title })}
          submit={t.end}
          call={ended(layer.one)}
          onClose={close}
        >
          {t.endHelp}
        </Confirm>
      ) : null}
    </Screen>
  )
}
