/** ADM-27: scouts, with what they may see, their phone and what came of their rounds. */
import { Link } from '@tanstack/react-router'
import { createScout, type listScouts, updateScout } from '#contracts/scout/admin-scouts.ts'
import type { AdminScout, ScoutState } from '#contracts/scout/people.ts'
import { callOf } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages, useNames } from '#desk-kit/lib/language.tsx'
import { useMe } from '#desk-kit/lib/me.ts'
import type { UseList } from '#desk-kit/list/declaration.ts'
import { Confirm } from '#desk-kit/parts/confirm.tsx'
import { lazyComponent } from '#desk-kit/parts/lazy-component.tsx'
import { Mark, type Tone } from '#desk-kit/parts/mark.tsx'
import { When } from '#desk-kit/parts/when.tsx'
import { adminMessages } from '../../admin/messages.ts'
import { scoutMessages } from './messages.ts'

const ScoutForm = lazyComponent(async () => (await import('./scout-form.tsx')).ScoutForm)
const NewCode = lazyComponent(async () => (await import('./activation.tsx')).NewCode)

const tones: Readonly<Record<ScoutState, Tone>> = {
  INVITED: 'info',
  ACTIVE: 'good',
  SUSPENDED: 'warn',
  REVOKED: 'muted',
}

const Device = ({ device }: Pick<AdminScout, 'device'>) => {
  const t = useMessages(scoutMessages)
  if (!device) return <span className="quiet">{t.noDevice}</span>
  return device.lastSyncAt ? <When at={device.lastSyncAt} /> : t.neverSynced
}

const Agreement = ({ agreement }: Pick<AdminScout, 'agreement'>) => {
  const t = useMessages(scoutMessages)
  const { locale } = useFormat()
  if (!agreement) return <span className="quiet">{t.kappaNone}</span>
  const { kappa, low, high, n } = agreement
  const two = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return <>{t.kappa({ value: two.format(kappa), low: two.format(low), high: two.format(high), n })}</>
}

export const useList: UseList<typeof listScouts> = () => {
  const { words } = useMessages()
  const t = useMessages(scoutMessages)
  const house = useMessages(adminMessages)
  const names = useNames()
  const { day, list, number } = useFormat()
  const { used, limit } = useMe().limits.scouts
  const change = (
    { id, version, name }: AdminScout,
    state: 'SUSPENDED' | 'REVOKED',
    own: {
      readonly label: string
      readonly title: (values: { name: string }) => string
      readonly help: string
    },
  ) => ({
    label: own.label,
    by: updateScout,
    layer: (close: () => void) => (
      <Confirm
        title={own.title({ name })}
        submit={own.label}
        call={callOf(updateScout, { params: { id }, ifMatch: version, body: { state } }, true)}
        onClose={close}
      >
        {own.help}
      </Confirm>
    ),
  })
  const edit = (scout: AdminScout) =>
    scout.state !== 'REVOKED' && {
      label: words.edit,
      by: updateScout,
      layer: (close: () => void) => <ScoutForm scout={scout} onClose={close} />,
    }
  return {
    name: ({ name }) => name,
    help: t.help,
    search: t.search,
    first: { title: t.noneTitle, help: t.noneHelp },
    quota: 'scouts',
    note:
      limit === null ? null : (
        <p>{words.usedOf({ what: words.quota.scouts, used: number(used), allowed: number(limit) })}</p>
      ),
    filters: [
      { of: 'state', label: house.state, words: t.states },
      { of: 'kind', label: t.kind, words: t.kinds },
      { of: 'building', label: words.building, from: 'buildings' },
    ],
    create: [
      {
        label: t.invite,
        by: createScout,
        layer: (close) => <ScoutForm scout={undefined} onClose={close} />,
      },
    ],
    opens: edit,
    columns: [
      {
        key: 'name',
        head: words.name,
        cell: ({ name }) => name,
        below: ({ kind, reference }) => (reference ? `${t.kinds[kind]}, ${reference}` : t.kinds[kind]),
      },
      {
        key: 'state',
        head: house.state,
        cell: ({ state }) => <Mark tone={tones[state]}>{t.states[state]}</Mark>,
      },
      {
        key: 'where',
        head: t.where,
        cell: ({ buildings }) => list(buildings.map(({ name }) => name)),
        below: ({ scope }) =>
          scope.types ? list(scope.types.map((code) => names.type(code) ?? code)) : null,
      },
      {
        key: 'validUntil',
        head: t.validUntil,
        cell: ({ validUntil }) => <time dateTime={validUntil}>{day(validUntil)}</time>,
      },
      {
        key: 'lastSyncAt',
        head: t.device,
        cell: ({ device }) => <Device device={device} />,
        below: ({ device }) => device?.platform,
      },
      { key: 'rounds', head: t.rounds, cell: ({ rounds }) => t.roundCounts(rounds) },
      {
        key: 'findings',
        head: t.findings,
        end: true,
        cell: ({ findings }) => number(findings.reported),
        below: ({ findings }) => (findings.rejected > 0 ? t.rejected({ count: findings.rejected }) : null),
      },
      {
        key: 'agreement',
        head: t.agreement,
        wide: true,
        cell: ({ agreement }) => <Agreement agreement={agreement} />,
      },
    ],
    actions: (scout) => {
      const { id, state, version, name } = scout
      const isLive = state === 'INVITED' || state === 'ACTIVE'
      return [
        edit(scout),
        {
          label: t.showRounds,
          link: (props) => <Link {...props} to="/rounds" search={{ scout: [id] }} />,
        },
        isLive && {
          label: t.newCode,
          by: updateScout,
          layer: (close) => <NewCode scout={{ id, version, name }} onClose={close} />,
        },
        isLive && change(scout, 'SUSPENDED', { label: t.pause, title: t.pauseTitle, help: t.pauseHelp }),
        state === 'SUSPENDED' && {
          label: t.resume,
          call: callOf(updateScout, { params: { id }, ifMatch: version, body: { state: 'ACTIVE' } }),
        },
        state !== 'REVOKED' && change(scout, 'REVOKED', { label: t.end, title: t.endTitle, help: t.endHelp }),
      ]
    },
  }
}
