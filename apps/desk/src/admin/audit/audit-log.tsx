/** ADM-25: who changed what, when and from where. */
import type { AuditEntry, listAuditLog } from '#contracts/audit-log.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import type { UseList } from '#desk-kit/list/declaration.ts'
import { WhenFull } from '#desk-kit/parts/when.tsx'
import { useChange } from '../../tasks/change-text.ts'
import { Changed, shownAtOnce } from './changed.tsx'
import { auditMessages } from './messages.ts'
import { Target } from './target.tsx'

const useAuditLabel = (): ((entry: Pick<AuditEntry, 'action' | 'actionText'>) => string) => {
  const { actionLabels } = useMessages(auditMessages)
  return ({ action, actionText }) => actionLabels[action] ?? actionText
}

/** Sentences of the task's history, with former and new values. */
const TaskHistory = ({ told }: Pick<AuditEntry, 'told'>) => {
  const change = useChange()
  return told.map(({ text, changes }) => (
    <small key={text}>{[text, ...changes.flatMap((one) => change(one) ?? [])].join(' · ')}</small>
  ))
}

interface DetailsProps {
  readonly entry: AuditEntry
  readonly name: string
  readonly onHistory: (target: string) => void
}

const Details = ({ entry, name, onHistory }: DetailsProps) => {
  const { words } = useMessages()
  const audit = useMessages(auditMessages)
  const { target } = entry
  return (
    <details className="audit-details">
      <summary data-row-link aria-label={audit.detailsOf({ what: name })}>
        {audit.details}
      </summary>
      <dl className="facts">
        <div>
          <dt>{audit.fields}</dt>
          <dd>{entry.fields.length === 0 ? audit.noFields : entry.fields.join(', ')}</dd>
        </div>
        {entry.changes.length > shownAtOnce ? (
          <div>
            <dt>{audit.changes}</dt>
            <dd className="audit-what">
              <Changed changes={entry.changes} all />
            </dd>
          </div>
        ) : null}
        {entry.source ? (
          <div>
            <dt>{audit.from}</dt>
            <dd>{entry.source}</dd>
          </div>
        ) : null}
        {target ? (
          <div>
            <dt>{audit.record}</dt>
            <dd>
              <code>{target}</code>{' '}
              <button type="button" className="as-link" onClick={() => onHistory(target)}>
                {audit.history}
              </button>
            </dd>
          </div>
        ) : null}
        <div>
          <dt>{words.requestId}</dt>
          <dd>
            <code>{entry.requestId}</code>
          </dd>
        </div>
        <div>
          <dt>{audit.code}</dt>
          <dd>
            <code>{entry.action}</code>
          </dd>
        </div>
        <div>
          <dt>{audit.number}</dt>
          <dd>{entry.seq}</dd>
        </div>
        <div>
          <dt>{audit.hash}</dt>
          <dd>
            <code>{entry.hash}</code>
          </dd>
        </div>
      </dl>
    </details>
  )
}

export const useList: UseList<typeof listAuditLog> = ({ set }) => {
  const t = useMessages(auditMessages)
  const { locale } = useFormat()
  const auditLabel = useAuditLabel()
  const nameOf = ({ actor }: AuditEntry): string => {
    if (actor.kind !== 'SYSTEM') return actor.name || t.erased
    return actor.id === 'operator' ? t.operator : t.kinds.SYSTEM
  }
  const choicesOf = (labels: Readonly<Record<string, string>>) =>
    Object.entries(labels).map(([value, label]) => ({ value, label }))
  return {
    name: auditLabel,
    help: t.help,
    first: { title: t.noneTitle, help: t.noneHelp },
    filters: [
      { of: 'actor', label: t.person, from: 'actors', single: true },
      {
        of: 'action',
        label: t.action,
        choices: [
          ...choicesOf(t.areas),
          ...choicesOf(t.actionLabels).sort((one, other) => one.label.localeCompare(other.label, locale)),
        ],
      },
      { period: true, label: t.anyTime },
      { of: 'target', named: () => t.onlyTarget },
    ],
    columns: [
      { key: 'at', head: t.when, cell: ({ at }) => <WhenFull at={at} /> },
      {
        key: 'actor',
        head: t.who,
        cell: (entry) =>
          entry.actor.kind === 'SYSTEM' || entry.actor.kind === 'PLATFORM' ? (
            nameOf(entry)
          ) : (
            <button
              type="button"
              className="as-link row-name"
              title={t.only({ name: nameOf(entry) })}
              onClick={() => set({ actor: [entry.actor.id] })}
            >
              {nameOf(entry)}
            </button>
          ),
        below: ({ actor }) => (actor.kind === 'KEY' ? t.kinds.KEY : null),
      },
      {
        key: 'action',
        head: t.what,
        cell: (entry) => (
          <div className="audit-what">
            <span>{auditLabel(entry)}</span> <Target entry={entry} />
            <TaskHistory told={entry.told} />
            <Changed changes={entry.changes} />
            <Details
              entry={entry}
              name={auditLabel(entry)}
              onHistory={(target) => set({ actor: undefined, action: undefined, target })}
            />
          </div>
        ),
      },
      { key: 'source', head: t.from, wide: true, cell: ({ source }) => source },
    ],
  }
}
