/** ADM-12: companies and own teams with coverage and contract dates. */
import { Link } from '@tanstack/react-router'
import { coversSome } from '#contracts/operator/covers.ts'
import type { Company, CompanyState } from '#contracts/operator/records.ts'
import { createCompany, type listCompanies, listOperators, updateCompany } from '#contracts/operator.ts'
import { taskSummary } from '#contracts/tasks.ts'
import { callOf, useAction, useApi } from '#desk-kit/lib/api.ts'
import { plusDays, todayIn } from '#desk-kit/lib/days.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useMe } from '#desk-kit/lib/me.ts'
import type { UseList } from '#desk-kit/list/declaration.ts'
import { Mark, type Tone } from '#desk-kit/parts/mark.tsx'
import { adminMessages } from '../messages.ts'
import { UnassignConfirm } from '../operators/unassign-confirm.tsx'
import { CompanyForm } from './company-form.tsx'
import { CompanyWork } from './company-work.tsx'
import { CoverageText } from './coverage.tsx'
import { companyMessages } from './messages.ts'

const tones: Record<CompanyState, Tone> = { DRAFT: 'info', ACTIVE: 'good', SUSPENDED: 'warn', ENDED: 'muted' }

/** Days before the end of a contract from which the list warns. */
const soonDays = 30

/** What a draft needs before it can be activated. */
const missingOf = ({ coverage, operatorCount }: Company): 'NOTHING' | 'COVERAGE' | 'PERSON' | 'BOTH' => {
  const covers = coversSome(coverage)
  if (operatorCount > 0) return covers ? 'NOTHING' : 'COVERAGE'
  return covers ? 'PERSON' : 'BOTH'
}

/** Open tasks of a company and its operators; undefined: loading, null: not allowed or failed. */
const useOpenTasks = (companyId: string): number | null | undefined => {
  const own = useApi(taskSummary, { query: { assignee: [companyId], status: ['OPEN', 'IN_PROGRESS'] } })
  const people = useApi(listOperators, { query: { company: [companyId], pageSize: 100 } })
  if (own.error || people.error) return null
  if (!own.data || !people.data) return undefined
  if (people.data.total > people.data.items.length) return null
  return people.data.items.reduce((sum, { load }) => sum + load.open + load.inProgress, own.data.total)
}

interface StopProps {
  readonly company: Company
  readonly state: 'SUSPENDED' | 'ENDED'
  readonly onClose: () => void
}

const Stop = ({ company: { id, name, version }, state, onClose }: StopProps) => {
  const t = useMessages(companyMessages)
  const action = useAction(updateCompany)
  const count = useOpenTasks(id)
  const ends = state === 'ENDED'
  return (
    <UnassignConfirm
      title={ends ? t.endTitle({ name }) : t.suspendTitle({ name })}
      submit={ends ? t.end : t.suspend}
      count={count}
      action={action}
      onSubmit={() => action.mutate({ params: { id }, ifMatch: version, body: { state } })}
      onClose={onClose}
    >
      {ends ? t.endHelp : t.suspendHelp}
    </UnassignConfirm>
  )
}

const Until = ({ company: { contractUntil, state } }: { company: Company }) => {
  const t = useMessages(companyMessages)
  const { day } = useFormat()
  const { tenant } = useMe()
  if (contractUntil === null) return <span className="quiet">{t.openEnd}</span>
  const today = todayIn(tenant.timeZone)
  const soon = contractUntil <= plusDays(today, soonDays)
  return (
    <>
      <time dateTime={contractUntil}>{day(contractUntil)}</time>{' '}
      {contractUntil < today ? (
        <Mark tone="bad">{t.over}</Mark>
      ) : soon && state !== 'ENDED' ? (
        <Mark tone="warn">{t.endsSoon}</Mark>
      ) : null}
    </>
  )
}

export const useList: UseList<typeof listCompanies> = () => {
  const { words } = useMessages()
  const t = useMessages(companyMessages)
  const house = useMessages(adminMessages)
  const step = (company: Company): Parameters<typeof callOf<typeof updateCompany>>[1] => ({
    params: { id: company.id },
    ifMatch: company.version,
    body: { state: 'ACTIVE' },
  })
  return {
    name: ({ name }) => name,
    help: t.help,
    search: t.search,
    first: { title: t.noneTitle, help: t.noneHelp },
    filters: [
      { of: 'kind', label: t.kind, words: t.kinds },
      { of: 'state', label: house.state, words: t.states },
    ],
    create: [
      {
        label: t.newCompany,
        by: createCompany,
        layer: (close) => <CompanyForm company={undefined} onClose={close} />,
      },
    ],
    opens: (company) => ({
      label: words.edit,
      by: updateCompany,
      layer: (close) => <CompanyForm company={company} onClose={close} />,
    }),
    columns: [
      {
        key: 'name',
        head: words.name,
        cell: ({ name }) => name,
        below: ({ id, operatorCount }) => (
          <Link to="/operators" search={{ company: [id] }} className="plain-link">
            {t.people({ count: operatorCount })}
          </Link>
        ),
      },
      { key: 'kind', head: t.kind, cell: ({ kind }) => t.kinds[kind] },
      { key: 'coverage', head: t.looksAfter, cell: (company) => <CoverageText {...company} /> },
      { key: 'work', head: t.work, wide: true, cell: ({ id }) => <CompanyWork id={id} /> },
      { key: 'contractUntil', head: t.contractUntil, cell: (company) => <Until company={company} /> },
      {
        key: 'state',
        head: house.state,
        cell: ({ state }) => <Mark tone={tones[state]}>{t.states[state]}</Mark>,
        below: (company) =>
          company.state === 'DRAFT' ? <span className="quiet">{t.missing[missingOf(company)]}</span> : null,
      },
    ],
    actions: (company) => [
      {
        label: words.edit,
        by: updateCompany,
        layer: (close) => <CompanyForm company={company} onClose={close} />,
      },
      company.state === 'DRAFT' &&
        missingOf(company) === 'NOTHING' && { label: t.activate, call: callOf(updateCompany, step(company)) },
      company.state === 'SUSPENDED' && { label: t.resume, call: callOf(updateCompany, step(company)) },
      company.state === 'ACTIVE' && {
        label: t.suspend,
        by: updateCompany,
        layer: (close) => <Stop company={company} state="SUSPENDED" onClose={close} />,
      },
      (company.state === 'ACTIVE' || company.state === 'SUSPENDED') && {
        label: t.end,
        by: updateCompany,
        layer: (close) => <Stop company={company} state="ENDED" onClose={close} />,
      },
    ],
  }
}
