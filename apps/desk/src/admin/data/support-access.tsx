/** Whether support may read here, and when it did, by the audit log. */
import { Switch } from '@mantine/core'
import { type AuditEntry, listAuditLog } from '#contracts/audit-log.ts'
import { getSettings, updateSettings } from '#contracts/settings.ts'
import { useAction, useApi } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { Section } from '#desk-kit/parts/screen.tsx'
import { ErrorPanel, QueryView } from '#desk-kit/parts/states.tsx'
import { WhenFull } from '#desk-kit/parts/when.tsx'
import { dataMessages } from './messages.ts'

const reasonOf = ({ changes }: AuditEntry): string =>
  String(changes.find(({ field }) => field === 'reason')?.to ?? '')

const Permission = () => {
  const t = useMessages(dataMessages)
  const settings = useApi(getSettings, {})
  const save = useAction(updateSettings)
  return (
    <QueryView of={settings} rows={1}>
      {({ privacy }) => (
        <div className="lower">
          <Switch
            label={t.supportOn}
            checked={privacy.supportAccess}
            disabled={save.isPending}
            onChange={(event) =>
              save.mutate({ body: { privacy: { supportAccess: event.currentTarget.checked } } })
            }
          />
          {save.error ? <ErrorPanel error={save.error} /> : null}
        </div>
      )}
    </QueryView>
  )
}

export const SupportAccess = () => {
  const t = useMessages(dataMessages)
  const log = useApi(listAuditLog, {
    query: { action: 'platform.openSupportAccess', sort: '-at', pageSize: 5 },
  })
  return (
    <Section title={t.support}>
      <p>{t.supportHelp}</p>
      <Permission />
      <h3 className="lower">{t.supportLog}</h3>
      <QueryView of={log} rows={2}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="quiet">{t.supportNone}</p>
          ) : (
            <ul className="reports">
              {items.map((entry) => (
                <li key={entry.id}>
                  <strong>
                    <WhenFull at={entry.at} />
                  </strong>
                  <p>{t.supportReason({ reason: reasonOf(entry) })}</p>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </Section>
  )
}
