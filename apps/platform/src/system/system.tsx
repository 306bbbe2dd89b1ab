/** SUP-10: state of the service, its backups, and its totals. */
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { getPlatformUsage, type PlatformUsage } from '#contracts/super-admin/platform.ts'
import { tenantStates } from '#contracts/super-admin/tenants.ts'
import { useApi } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useDeskLanguage, useMessages } from '#desk-kit/lib/language.tsx'
import { sizeIn } from '#desk-kit/lib/size.ts'
import { Checks } from '#desk-kit/parts/checks.tsx'
import { Mark, type Tone } from '#desk-kit/parts/mark.tsx'
import { Screen, Section } from '#desk-kit/parts/screen.tsx'
import { QueryView } from '#desk-kit/parts/states.tsx'
import { Table } from '#desk-kit/parts/table.tsx'
import { WhenFull } from '#desk-kit/parts/when.tsx'
import { tenantMessages } from '../tenants/messages.ts'
import { systemMessages } from './messages.ts'
import { TenantLink } from './tenant-link.tsx'

type System = PlatformUsage['system']
type PartState = System['parts'][string]

const tones: Record<PartState, Tone> = { OK: 'good', DEGRADED: 'warn', DOWN: 'bad' }

const PartMark = ({ state }: { state: PartState }) => (
  <Mark tone={tones[state]}>{useMessages(systemMessages).partStates[state]}</Mark>
)

const Service = ({ system: { version, migration, parts } }: { system: System }) => {
  const t = useMessages(systemMessages)
  return (
    <Section title={t.service}>
      <dl className="facts">
        <div>
          <dt>{t.version}</dt>
          <dd>{version}</dd>
        </div>
        <div>
          <dt>{t.migration}</dt>
          <dd>{migration ?? t.none}</dd>
        </div>
        {Object.entries(parts).map(([name, state]) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              <PartMark state={state} />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

const Backups = ({ system: { backups } }: { system: System }) => {
  const t = useMessages(systemMessages)
  const { number } = useFormat()
  return (
    <Section title={t.backups}>
      {backups === null ? (
        <p>{t.noBackups}</p>
      ) : (
        <>
          <dl className="facts">
            <div>
              <dt>{t.backupState}</dt>
              <dd>
                <PartMark state={backups.state} />
              </dd>
            </div>
            <div>
              <dt>{t.lastBackup}</dt>
              <dd>{backups.last ? <WhenFull at={backups.last} /> : t.never}</dd>
            </div>
            <div>
              <dt>{t.nextBackup}</dt>
              <dd>{backups.next ? <WhenFull at={backups.next} /> : t.never}</dd>
            </div>
            <div>
              <dt>{t.keptBackups}</dt>
              <dd>{number(backups.kept)}</dd>
            </div>
          </dl>
          <p className="quiet">
            {t.restoreHelp} <code>npx wellkept restore DIR</code>
          </p>
        </>
      )}
    </Section>
  )
}

/** Read beside the rest, since it calls the outside. */
const Installation = () => {
  const t = useMessages(systemMessages)
  const usage = useApi(getPlatformUsage, { query: { installation: useDeskLanguage() } })
  return (
    <Section
      title={t.installation}
      actions={
        <Button size="xs" variant="default" loading={usage.isFetching} onClick={() => void usage.refetch()}>
          {t.checkAgain}
        </Button>
      }
    >
      <p className="quiet">{t.installationHelp}</p>
      <QueryView of={usage} rows={10}>
        {({ system: { installation = [] } }) => <Checks checks={installation} states={t.checkStates} />}
      </QueryView>
    </Section>
  )
}

const Totals = ({ usage }: { usage: PlatformUsage }) => {
  const t = useMessages(systemMessages)
  const tenant = useMessages(tenantMessages)
  const { number, locale } = useFormat()
  const { tenants, feedback, tasks30d, storageBytes } = usage
  const totals = [
    [t.tenantsAll, number(tenants.total)],
    [t.feedbackToday, number(feedback.today)],
    [t.feedback30, number(feedback.days30)],
    [t.tasks30, number(tasks30d)],
    [t.storage, sizeIn(storageBytes, locale)],
  ] as const
  return (
    <Section title={t.totals}>
      <dl className="facts wide-facts">
        {totals.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {tenantStates
          .filter((state) => (tenants.byState[state] ?? 0) > 0)
          .map((state) => (
            <div key={state}>
              <dt>{t.ofState({ state: tenant.states[state] })}</dt>
              <dd>
                <Link to="/" search={{ state: [state] }}>
                  {number(tenants.byState[state] ?? 0)}
                </Link>
              </dd>
            </div>
          ))}
      </dl>
    </Section>
  )
}

const NearLimits = ({ usage: { nearLimits } }: { usage: PlatformUsage }) => {
  const t = useMessages(systemMessages)
  const tenant = useMessages(tenantMessages)
  const { number } = useFormat()
  return (
    <Section title={t.nearLimits}>
      {nearLimits.length === 0 ? (
        <p className="quiet">{t.noNear}</p>
      ) : (
        <Table
          caption={t.nearLimits}
          rows={nearLimits.map((one) => ({ ...one, tenantId: one.id, id: `${one.id} ${one.limit}` }))}
          columns={[
            {
              key: 'name',
              head: t.tenant,
              cell: ({ tenantId, name }) => <TenantLink id={tenantId} name={name} />,
            },
            { key: 'limit', head: tenant.limit, cell: ({ limit }) => tenant.limits[limit] },
            { key: 'used', head: t.used, end: true, cell: ({ used }) => number(used) },
            { key: 'allowed', head: t.allowed, end: true, cell: ({ allowed }) => number(allowed) },
          ]}
        />
      )}
    </Section>
  )
}

export const Page = () => {
  const { places } = useMessages()
  const usage = useApi(getPlatformUsage, {}, { again: () => 60 })
  return (
    <Screen title={places.system.name}>
      <QueryView of={usage}>
        {(data) => (
          <div className="record">
            <div>
              <Totals usage={data} />
              <NearLimits usage={data} />
            </div>
            <div>
              <Service system={data.system} />
              <Backups system={data.system} />
            </div>
          </div>
        )}
      </QueryView>
      <Installation />
    </Screen>
  )
}
