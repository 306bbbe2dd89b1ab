/** How often the alert would have matched in the last 30 days, with a link to these rows. */
import { Link } from '@tanstack/react-router'
import { listRecentFeedback } from '#contracts/dashboard.ts'
import { manyADay, trialDays } from '#contracts/saved-search-alerts.ts'
import { listTasks } from '#contracts/tasks.ts'
import { useApi } from '#desk-kit/lib/api.ts'
import { plusDays, todayIn } from '#desk-kit/lib/days.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useMe } from '#desk-kit/lib/me.ts'
import { QueryView } from '#desk-kit/parts/states.tsx'
import { searchOfAlert } from '../feedback/search.ts'
import type { FeedbackAlertFilters, TaskAlertFilters, ViewAlert } from './filters.ts'
import { viewAlertMessages } from './messages.ts'

const MatchCount = ({ total, look, note }: { total: number; look: React.ReactNode; note?: string }) => {
  const t = useMessages(viewAlertMessages)
  const { number } = useFormat()
  const perDay = total / trialDays
  return (
    <>
      <p>
        {t.preview({ count: total, number: number(total) })} {total > 0 ? look : null}
        {note && total > 0 ? <small> {note}</small> : null}
      </p>
      {perDay > manyADay ? <p className="stale">{t.many({ number: number(Math.round(perDay)) })}</p> : null}
    </>
  )
}

const FeedbackPreview = ({ filters }: { filters: FeedbackAlertFilters }) => {
  const t = useMessages(viewAlertMessages)
  const list = useApi(listRecentFeedback, { query: { ...filters, pageSize: 1 } })
  return (
    <QueryView of={list} rows={1}>
      {({ total }) => (
        <MatchCount
          total={total}
          look={
            <Link to="/feedback" search={searchOfAlert(filters) as never} target="_blank">
              {t.look({ count: total })}
            </Link>
          }
        />
      )}
    </QueryView>
  )
}

const TaskPreview = ({ filters }: { filters: TaskAlertFilters }) => {
  const t = useMessages(viewAlertMessages)
  const { tenant } = useMe()
  const today = todayIn(tenant.timeZone)
  const days = { createdFrom: plusDays(today, 1 - trialDays), createdTo: today }
  const list = useApi(listTasks, { query: { ...filters, ...days, pageSize: 1 } })
  return (
    <QueryView of={list} rows={1}>
      {({ total }) => (
        <MatchCount
          total={total}
          note={t.asTheyAre}
          look={
            <Link to="/tasks" search={{ ...filters, ...days } as never} target="_blank">
              {t.look({ count: total })}
            </Link>
          }
        />
      )}
    </QueryView>
  )
}

/** Alerts are limited to the buildings that the person covers. */
const useWithin = (): ((building: readonly string[] | undefined) => string[] | undefined) => {
  const covered = useMe().user?.buildingIds ?? []
  return (building) =>
    covered.length === 0
      ? building && [...building]
      : covered.filter((id) => building === undefined || building.includes(id))
}

export const AlertPreview = ({ alert }: { alert: ViewAlert }) => {
  const t = useMessages(viewAlertMessages)
  const building = useWithin()(alert.filters.building)
  if (building?.length === 0) return <p className="stale">{t.outside}</p>
  return alert.screen === 'feedback' ? (
    <FeedbackPreview filters={{ ...alert.filters, building }} />
  ) : (
    <TaskPreview filters={{ ...alert.filters, building }} />
  )
}
