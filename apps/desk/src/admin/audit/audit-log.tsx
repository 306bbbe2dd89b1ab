/** ADM-25: who changed what, when and from where. */
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { listApiKeys } from '#contracts/admin/api-keys.ts'
import { type AuditEntry, listAuditLog } from '#contracts/admin/audit-log.ts'
import { listUsers } from '#contracts/admin/users.ts'
import { useApi } from '../../lib/api.ts'
import { useFormat } from '../../lib/format.ts'
import { useT } from '../../lib/language.tsx'
import { FilterBar, FilterMenu } from '../../parts/filters.tsx'
import { PeriodFilter } from '../../parts/period.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Answer, Empty, Filtered, Needs } from '../../parts/states.tsx'
import { type Column, Pager, Table } from '../../parts/table.tsx'
import { WhenFull } from '../../parts/when.tsx'
import type { AuditSearch } from '../search.ts'
import { Target } from './target.tsx'

const route = getRouteApi('/audit-log')

const useDeed = (): ((entry: Pick<AuditEntry, 'action' | 'actionText'>) => string) => {
  const { deeds } = useT()
  return ({ action, actionText }) => deeds[action] ?? actionText
}

/** People and keys; those who are chosen or on the page stand in it even if the team has more than a page. */
const useActors = (enabled: boolean, seen: readonly AuditEntry[]) => {
  const people = useApi(listUsers, { query: { sort: 'name', pageSize: 100 } }, { enabled, staleMinutes: 10 })
  const keys = useApi(listApiKeys, { query: { sort: 'name', pageSize: 100 } }, { enabled, staleMinutes: 10 })
  const choices = new Map<string, string>()
  for (const { id, name } of people.data?.items ?? []) choices.set(id, name)
  for (const { id, name } of keys.data?.items ?? []) choices.set(id, name)
  for (const { actor } of seen)
    if (actor.kind !== 'SYSTEM' && actor.name && !choices.has(actor.id)) choices.set(actor.id, actor.name)
  return choices
}

const Details = ({ entry, name }: { entry: AuditEntry; name: string }) => {
  const t = useT()
  const navigate = route.useNavigate()
  const { target } = entry
  return (
    <details className="audit-details">
      <summary data-row-link aria-label={t.audit.detailsOf(name)}>
        {t.audit.details}
      </summary>
      <dl className="facts">
        <div>
          <dt>{t.audit.fields}</dt>
          <dd>{entry.fields.length === 0 ? t.audit.noFields : entry.fields.join(', ')}</dd>
        </div>
        {entry.source ? (
          <div>
            <dt>{t.audit.from}</dt>
            <dd>{entry.source}</dd>
          </div>
        ) : null}
        {target ? (
          <div>
            <dt>{t.audit.record}</dt>
            <dd>
              <code>{target}</code>{' '}
              <button type="button" className="as-link" onClick={() => void navigate({ search: { target } })}>
                {t.audit.history}
              </button>
            </dd>
          </div>
        ) : null}
        <div>
          <dt>{t.words.requestId}</dt>
          <dd>
            <code>{entry.requestId}</code>
          </dd>
        </div>
        <div>
          <dt>{t.audit.code}</dt>
          <dd>
            <code>{entry.action}</code>
          </dd>
        </div>
        <div>
          <dt>{t.audit.number}</dt>
          <dd>{entry.seq}</dd>
        </div>
        <div>
          <dt>{t.audit.hash}</dt>
          <dd>
            <code>{entry.hash}</code>
          </dd>
        </div>
      </dl>
    </details>
  )
}

const useColumns = (): Column<AuditEntry>[] => {
  const t = useT()
  const deed = useDeed()
  const navigate = route.useNavigate()
  const nameOf = ({ actor }: AuditEntry): string => {
    if (actor.kind !== 'SYSTEM') return actor.name || t.audit.erased
    return actor.id === 'operator' ? t.audit.operator : t.audit.kinds.SYSTEM
  }
  return [
    { key: 'at', head: t.audit.when, cell: (entry) => <WhenFull at={entry.at} /> },
    {
      key: 'actor',
      head: t.audit.who,
      cell: (entry) => (
        <>
          {entry.actor.kind === 'SYSTEM' ? (
            nameOf(entry)
          ) : (
            <button
              type="button"
              className="as-link row-name"
              title={t.audit.only(nameOf(entry))}
              onClick={() =>
                void navigate({ search: (before) => ({ ...before, page: undefined, actor: entry.actor.id }) })
              }
            >
              {nameOf(entry)}
            </button>
          )}
          {entry.actor.kind === 'KEY' ? <small>{t.audit.kinds.KEY}</small> : null}
        </>
      ),
    },
    {
      key: 'action',
      head: t.audit.what,
      cell: (entry) => (
        <div className="audit-what">
          <span>{deed(entry)}</span> <Target entry={entry} />
          <Details entry={entry} name={deed(entry)} />
        </div>
      ),
    },
    { key: 'source', head: t.audit.from, wide: true, cell: (entry) => entry.source },
  ]
}

const isFiltered = ({ page: _page, ...filters }: AuditSearch): boolean =>
  Object.values(filters).some((value) => value !== undefined)

const Log = () => {
  const t = useT()
  const { locale } = useFormat()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [opened, setOpened] = useState(false)
  const { actor, action, target, from, to, page } = search
  const list = useApi(
    listAuditLog,
    {
      query: {
        actor: actor ? [actor] : undefined,
        action,
        target,
        from,
        to,
        page,
        sort: '-at',
        pageSize: 50,
      },
    },
    { keep: true },
  )
  const actors = useActors(opened || actor !== undefined, list.data?.items ?? [])
  const columns = useColumns()
  const set = (change: AuditSearch): void =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...change }) })
  const clear = (): void => void navigate({ search: {} })
  const byLabel = (one: { label: string }, other: { label: string }): number =>
    one.label.localeCompare(other.label, locale)
  const deeds = [
    ...Object.entries(t.audit.areas).map(([value, label]) => ({ value, label })),
    ...Object.entries(t.deeds)
      .map(([value, label]) => ({ value, label }))
      .sort(byLabel),
  ]
  const people = [...actors].map(([value, label]) => ({ value, label })).sort(byLabel)
  if (actor && !actors.has(actor)) people.push({ value: actor, label: t.audit.chosenPerson })
  return (
    <Screen title={t.places.audit} beside={<p className="quiet">{t.audit.help}</p>}>
      <FilterBar active={isFiltered(search)} onClear={clear}>
        <FilterMenu
          label={t.audit.person}
          single
          choices={people}
          chosen={actor ? [actor] : undefined}
          onOpen={() => setOpened(true)}
          onChange={(chosen) => set({ actor: chosen?.[0] })}
        />
        <FilterMenu
          label={t.audit.action}
          single
          choices={deeds}
          chosen={action ? [action] : undefined}
          onChange={(chosen) => set({ action: chosen?.[0] })}
        />
        <PeriodFilter from={from} to={to} none={t.audit.anyTime} onChange={set} />
        {target ? <span className="quiet">{t.audit.onlyTarget}</span> : null}
      </FilterBar>
      <Answer of={list}>
        {(answer) =>
          answer.total === 0 ? (
            isFiltered(search) ? (
              <Filtered onClear={clear} />
            ) : (
              <Empty title={t.audit.noneTitle}>{t.audit.noneHelp}</Empty>
            )
          ) : (
            <>
              <Table
                caption={t.places.audit}
                columns={columns}
                rows={answer.items}
                waiting={list.isPlaceholderData}
              />
              <Pager page={answer.page} totalPages={answer.totalPages} total={answer.total} />
            </>
          )
        }
      </Answer>
    </Screen>
  )
}

export const AuditLog = () => (
  <Needs level="ADMIN" title={useT().places.audit}>
    <Log />
  </Needs>
)
