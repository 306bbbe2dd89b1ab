/** Deliveries of the last 30 days, newest first. */
import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import { listWebhookDeliveries, type WebhookDetail } from '#contracts/webhooks.ts'
import { refreshAll, useApi } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useMe } from '#desk-kit/lib/me.ts'
import { countSet } from '#desk-kit/lib/search.ts'
import { FilterBar, FilterMenu, SearchField } from '#desk-kit/parts/filters.tsx'
import { PeriodFilter } from '#desk-kit/parts/period.tsx'
import { Section } from '#desk-kit/parts/screen.tsx'
import { Empty, Filtered, QueryView } from '#desk-kit/parts/states.tsx'
import { Pager } from '#desk-kit/parts/table.tsx'
import { Delivery } from './delivery.tsx'
import { webhookMessages } from './messages.ts'
import { deliveriesOf, deliveryStates, eventNames, type LogSearch } from './search.ts'

const route = getRouteApi('/admin/webhooks/$id')

export const Log = ({ webhook }: { webhook: Pick<WebhookDetail, 'id' | 'enabled'> }) => {
  const t = useMessages(webhookMessages)
  const { tenant } = useMe()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const log = useApi(listWebhookDeliveries, deliveriesOf(webhook.id, search, tenant.timeZone), { keep: true })
  const { page: _page, ...filters } = search
  const filtered = Object.values(filters).some((value) => value !== undefined)
  const set = useCallback(
    (change: LogSearch, replace = false): void =>
      void navigate({
        search: (before) => ({ ...before, page: undefined, ...change }),
        resetScroll: false,
        replace,
      }),
    [navigate],
  )
  const clear = (): void => void navigate({ search: {}, resetScroll: false })
  return (
    <Section
      title={t.log}
      actions={
        <Button size="compact-sm" loading={log.isFetching} onClick={() => void refreshAll()}>
          {t.refresh}
        </Button>
      }
    >
      <FilterBar
        search={<SearchField label={t.logSearch} value={search.q} onChange={(q) => set({ q }, true)} />}
        active={filtered}
        count={countSet(filters)}
        onClear={clear}
      >
        <FilterMenu
          label={t.state}
          choices={deliveryStates.map((value) => ({ value, label: t.states[value] }))}
          chosen={search.state}
          onChange={(state) => set({ state: state as LogSearch['state'] })}
        />
        <FilterMenu
          label={t.event}
          choices={eventNames.map((value) => ({ value, label: t.events[value] }))}
          chosen={search.type}
          onChange={(type) => set({ type: type as LogSearch['type'] })}
        />
        <PeriodFilter
          from={search.from}
          to={search.to}
          none={t.anyTime}
          onChange={({ from, to }) => set({ from, to })}
        />
      </FilterBar>
      <QueryView of={log} rows={8}>
        {({ items, page, total, totalPages }) =>
          total === 0 ? (
            filtered ? (
              <Filtered onClear={clear} />
            ) : (
              <Empty title={t.nothingSentTitle}>{t.nothingSentHelp}</Empty>
            )
          ) : (
            <>
              <ul className="deliveries" aria-busy={log.isPlaceholderData || undefined}>
                {items.map((delivery) => (
                  <Delivery key={delivery.id} webhook={webhook} delivery={delivery} />
                ))}
              </ul>
              <Pager page={page} totalPages={totalPages} total={total} />
            </>
          )
        }
      </QueryView>
    </Section>
  )
}
