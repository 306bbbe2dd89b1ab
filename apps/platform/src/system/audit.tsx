/** What super admins did. */
import type { listPlatformAudit, PlatformAuditEntry } from '#contracts/super-admin/platform.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import type { UseList } from '#desk-kit/list/declaration.ts'
import { WhenFull } from '#desk-kit/parts/when.tsx'
import { systemMessages } from './messages.ts'
import { TenantLink } from './tenant-link.tsx'

const useActionName = (): ((action: string) => string) => {
  const names: Readonly<Record<string, string>> = useMessages(systemMessages).actions
  return (action) => names[action] ?? action
}

const useValueText = (): ((value: PlatformAuditEntry['changes'][number]['from']) => string) => {
  const { words } = useMessages()
  return (value) => {
    if (value === null) return words.none
    if (typeof value === 'boolean') return value ? words.yes : words.no
    return Array.isArray(value) ? value.join(', ') : String(value)
  }
}

const What = ({ entry }: { entry: PlatformAuditEntry }) => {
  const t = useMessages(systemMessages)
  const nameOf = useActionName()
  const valueText = useValueText()
  const name = nameOf(entry.action)
  return (
    <div className="audit-what">
      <span>{name}</span>
      {entry.reason ? <small>{entry.reason}</small> : null}
      {entry.changes.map(({ field, from, to }) => (
        <small key={field}>{t.changeOf({ field, from: valueText(from), to: valueText(to) })}</small>
      ))}
      <details className="audit-details">
        <summary data-row-link aria-label={t.detailsOf({ what: name })}>
          {t.details}
        </summary>
        <dl className="facts">
          <div>
            <dt>{t.request}</dt>
            <dd>
              <code>{entry.requestId}</code>
            </dd>
          </div>
          <div>
            <dt>{t.hash}</dt>
            <dd>
              <code>{entry.hash}</code>
            </dd>
          </div>
        </dl>
      </details>
    </div>
  )
}

export const useList: UseList<typeof listPlatformAudit> = ({ set }) => {
  const t = useMessages(systemMessages)
  const nameOf = useActionName()
  const { locale } = useFormat()
  const choices = Object.entries(t.actions)
    .map(([value, label]) => ({ value, label: label as string }))
    .sort((one, other) => one.label.localeCompare(other.label, locale))
  return {
    name: ({ action }) => nameOf(action),
    help: t.auditHelp,
    first: { title: t.noAudit, help: t.noAuditHelp },
    filters: [
      { of: 'tenant', label: t.tenant, from: 'tenants' },
      { of: 'action', label: t.action, choices },
      { period: true, label: t.anyTime },
      { of: 'actor', named: () => t.who },
    ],
    columns: [
      { key: 'at', head: t.when, cell: ({ at }) => <WhenFull at={at} /> },
      {
        key: 'actor',
        head: t.who,
        cell: ({ actor: { id, email } }) =>
          id === null ? (
            email
          ) : (
            <button
              type="button"
              className="as-link row-name"
              title={t.onlyOf({ name: email })}
              onClick={() => set({ actor: id })}
            >
              {email}
            </button>
          ),
      },
      {
        key: 'tenant',
        head: t.tenant,
        cell: ({ tenantId, tenantName }) =>
          tenantId === null ? null : tenantName === null ? (
            <code>{tenantId.slice(-12)}</code>
          ) : (
            <TenantLink id={tenantId} name={tenantName} />
          ),
      },
      { key: 'action', head: t.what, cell: (entry) => <What entry={entry} /> },
    ],
  }
}
