/** SUP-5: work that waits. */
import { getPlatformUsage } from '#contracts/super-admin/platform.ts'
import { useApi } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { Mark } from '#desk-kit/parts/mark.tsx'
import { Screen, Section } from '#desk-kit/parts/screen.tsx'
import { QueryView } from '#desk-kit/parts/states.tsx'
import { Table } from '#desk-kit/parts/table.tsx'
import { systemMessages } from './messages.ts'
import { useDuration } from './use-duration.ts'

export const Page = () => {
  const { places } = useMessages()
  const t = useMessages(systemMessages)
  const { number } = useFormat()
  const duration = useDuration()
  const usage = useApi(getPlatformUsage, {}, { again: () => 30 })
  return (
    <Screen title={places.jobs.name} beside={<p className="quiet">{t.jobsHelp}</p>}>
      <QueryView of={usage}>
        {({ system: { backlog, parked } }) => (
          <>
            <Section title={t.waiting}>
              {backlog.length === 0 ? (
                <p className="quiet">{t.noBacklog}</p>
              ) : (
                <Table
                  caption={t.waiting}
                  rows={backlog.map((one) => ({ ...one, id: one.name }))}
                  columns={[
                    { key: 'name', head: t.job, cell: ({ name }) => <code>{name}</code> },
                    { key: 'count', head: t.count, end: true, cell: ({ count }) => number(count) },
                    {
                      key: 'oldest',
                      head: t.oldest,
                      end: true,
                      cell: ({ oldestSeconds }) => duration(oldestSeconds),
                    },
                  ]}
                />
              )}
            </Section>
            <Section title={t.parked}>
              <p>
                <Mark tone={parked === 0 ? 'good' : 'bad'}>{number(parked)}</Mark>
              </p>
              <p className="quiet">{t.parkedHelp}</p>
            </Section>
          </>
        )}
      </QueryView>
    </Screen>
  )
}
