/** SUP-7: what looks like abuse, without an address of anybody. */
import { getAbuse } from '#contracts/super-admin/platform.ts'
import { useApi } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { Screen, Section } from '#desk-kit/parts/screen.tsx'
import { QueryView } from '#desk-kit/parts/states.tsx'
import { type Column, Table } from '#desk-kit/parts/table.tsx'
import { WhenFull } from '#desk-kit/parts/when.tsx'
import { systemMessages } from './messages.ts'
import { TenantLink } from './tenant-link.tsx'

interface PartProps<Row extends { readonly id: string }> {
  readonly title: string
  readonly none: string
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
}

const Part = <Row extends { readonly id: string }>({ title, none, rows, columns }: PartProps<Row>) => (
  <Section title={title}>
    {rows.length === 0 ? (
      <p className="quiet">{none}</p>
    ) : (
      <Table caption={title} rows={rows} columns={columns} />
    )}
  </Section>
)

const Source = ({ source }: { source: string }) => <code>{source.slice(0, 12)}</code>

export const Page = () => {
  const { places } = useMessages()
  const t = useMessages(systemMessages)
  const { number, percent, full } = useFormat()
  const abuse = useApi(getAbuse, {}, { again: () => 60 })
  return (
    <Screen title={places.abuse.name}>
      <QueryView of={abuse}>
        {({ since, quarantine, bursts, blocked, guesses }) => (
          <>
            <p className="quiet">{t.since({ time: full(since) })}</p>
            <dl className="facts wide-facts">
              <div>
                <dt>{t.quarantined}</dt>
                <dd>{t.shareOf({ count: number(quarantine.total), share: percent(quarantine.share) })}</dd>
              </div>
              <div>
                <dt>{t.guesses}</dt>
                <dd>{t.guessesOf(guesses)}</dd>
              </div>
            </dl>
            <Part
              title={t.quarantine}
              none={t.noQuarantine}
              rows={quarantine.byTenant}
              columns={[
                { key: 'name', head: t.tenant, cell: (row) => <TenantLink {...row} /> },
                { key: 'count', head: t.count, end: true, cell: ({ count }) => number(count) },
                { key: 'share', head: t.share, end: true, cell: ({ share }) => percent(share) },
              ]}
            />
            <Part
              title={t.bursts}
              none={t.noBursts}
              rows={bursts.map((one) => ({ ...one, id: `${one.at} ${one.source} ${one.tenantId}` }))}
              columns={[
                { key: 'at', head: t.at, cell: ({ at }) => <WhenFull at={at} /> },
                {
                  key: 'name',
                  head: t.tenant,
                  cell: ({ tenantId, tenantName }) => <TenantLink id={tenantId} name={tenantName} />,
                },
                { key: 'source', head: t.source, cell: (row) => <Source {...row} /> },
                { key: 'reports', head: t.reports, end: true, cell: ({ reports }) => number(reports) },
                { key: 'amenities', head: t.amenities, end: true, cell: (row) => number(row.amenities) },
              ]}
            />
            <Part
              title={t.blocked}
              none={t.noBlocked}
              rows={blocked.map((one) => ({ ...one, id: `${one.source} ${one.limit}` }))}
              columns={[
                { key: 'source', head: t.source, cell: (row) => <Source {...row} /> },
                { key: 'limit', head: t.limit, cell: ({ limit }) => <code>{limit}</code> },
                { key: 'until', head: t.until, cell: ({ until }) => <WhenFull at={until} /> },
                { key: 'hits', head: t.hits, end: true, cell: ({ hits }) => number(hits) },
              ]}
            />
          </>
        )}
      </QueryView>
    </Screen>
  )
}
