/** STA-1: the status page of an amenity: state, parts, last 30 days. */
import { sayPlace } from '#contracts/kit/place.ts'
import type { StatusPage } from '#contracts/status.ts'
import type { StatusPageModel } from '../models.ts'
import { Alternatives, EmailField, ErrorSummary, errorText, Foot, Hidden, Place } from '../parts/blocks.tsx'
import { renderDocument } from '../parts/document.tsx'
import { reportOf, State, shownState, stateWord } from '../parts/state.tsx'
import { type View, viewOf } from '../parts/view.ts'
import { dayName } from '../time.ts'

type Item = StatusPage['items'][number]

/** Amenity types for which the last cleaning is not shown. */
const notCleaned = ['ELEVATOR', 'PARKING', 'ENTRANCE', 'OUTDOOR']

const ItemRow = ({ item, status, view }: { item: Item; status: StatusPage; view: View }) => {
  const { t } = view
  const incidents = status.incidents.filter(({ itemId }) => itemId === item.id)
  const [incident] = [...incidents].sort((one, other) => one.startedAt.localeCompare(other.startedAt))
  // An open report that does not name this item still counts for it.
  const report = reportOf(incidents) ?? (item.report === 'OK' ? undefined : item.report)
  const since = incident?.startedAt ?? (item.state === 'OPERATIONAL' ? null : item.since)
  // `item.reports` also counts reports that are done by now.
  const reports = incident ? Math.max(...incidents.map((one) => one.reports)) : item.reports
  const wrong = status.issues.filter(
    ({ code }) => code !== 'OTHER' && incidents.some(({ issues }) => issues.includes(code)),
  )
  const facts = [
    ...wrong.map(({ name }) => name),
    ...(since ? [t('since', { time: view.clock(since) })] : []),
    ...(reports > 0 ? [t('reports', { n: reports })] : []),
    ...(item.expectedEnd ? [t('expected', { time: view.clock(item.expectedEnd) })] : []),
  ]
  return (
    <li>
      <div>
        <strong>
          <bdi>{item.name}</bdi>
        </strong>
        {facts.length > 0 && <small>{facts.join(' · ')}</small>}
        {item.note && (
          <p class="words" dir="auto">
            {item.note}
          </p>
        )}
      </div>
      <div>
        {(item.state !== 'OPERATIONAL' || !incident) && <State state={item.state} view={view} />}
        {report && (
          <small>
            <State state={report} view={view} />
          </small>
        )}
      </div>
    </li>
  )
}

/** A day with reports does not count as working. */
const shownAs = ({ state, incidents }: StatusPage['days'][number]) =>
  state === 'OPERATIONAL' && incidents > 0 ? 'REPORTED' : state

const Days = ({ days, view }: { days: StatusPage['days']; view: View }) => {
  const counted = days.filter((day) => day.availability !== null)
  if (counted.length === 0) return null
  const bad = counted.filter((day) => shownAs(day) !== 'OPERATIONAL')
  return (
    <section>
      <h2>{view.t('lastDays')}</h2>
      <div class="days" aria-hidden="true">
        {days.map((day) => (
          <i key={day.date} class={day.availability === null ? 'none' : shownAs(day)} />
        ))}
      </div>
      <p>{view.t('daysInOrder', { n: counted.length - bad.length, total: counted.length })}</p>
      {bad.length > 0 && (
        <ul>
          {bad.slice(-10).map((day) => (
            <li key={day.date}>
              <small>
                <time dateTime={day.date}>{dayName(day.date, view.locale)}</time>:{' '}
                {stateWord(shownAs(day), view)}
              </small>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** STA-4: email subscription, news feed and calendar. */
const Follow = ({ model, view }: { model: StatusPageModel; view: View }) => {
  const { t } = view
  const code = encodeURIComponent(model.status.qrCode)
  const { errors, asked } = model
  return (
    <details open={asked || errors?.email !== undefined} id="follow">
      <summary>{t('followTitle')}</summary>
      {asked ? (
        <p role="status">{t('followAsked')}</p>
      ) : (
        <form method="post" action={`/status/${code}/follow`}>
          <Hidden fields={{ language: model.language }} />
          <EmailField model={model} view={view} hint={t('followHint')} />
          <p>
            <button type="submit">{t('followSend')}</button>
          </p>
        </form>
      )}
      <p>
        <a href={`/status/${code}/feed.xml?lang=${model.language}`}>{t('followFeed')}</a>
      </p>
      <p>
        <a href={`/status/${code}/closures.ics?lang=${model.language}`}>{t('followCalendar')}</a>
      </p>
    </details>
  )
}

export const renderStatusPage = (model: StatusPageModel): string => {
  const { status } = model
  const view = viewOf(model, status.building.timeZone)
  const { t } = view
  const code = encodeURIComponent(status.qrCode)
  const state = shownState(status)
  return renderDocument({
    model,
    styles: MORE_STYLES,
    title: `${model.errors ? `${t('checkTitle')}: ` : ''}${stateWord(state, view)}: ${sayPlace(status.amenity.name, status.location)}`,
    foot: <Foot view={view} model={model} qrCode={status.qrCode} />,
    children: (
      <>
        <Place name={status.amenity.name} building={status.building.name} location={status.location} />
        <div id="notes" role="status" />
        <ErrorSummary
          view={view}
          errors={[{ field: 'email', text: errorText(model.errors, 'email', view) }]}
        />
        <p class="big">
          <State state={state} view={view} />
        </p>
        <p class="hint">{t('asOf', { time: view.clock(model.now) })}</p>
        <p class="pair">
          <a class="button main" href={`/status/${code}/report?lang=${model.language}`}>
            {t('reportProblem')}
          </a>
          <a class="button" href={`/q/${code}?lang=${model.language}`}>
            {t('giveRating')}
          </a>
        </p>
        <section>
          <h2>{t('parts')}</h2>
          <ul class="rows">
            {status.items.map((item) => (
              <ItemRow key={item.id} item={item} status={status} view={view} />
            ))}
          </ul>
        </section>
        {state !== 'OPERATIONAL' && <Alternatives view={view} list={status.alternatives} />}
        <Days days={status.days} view={view} />
        {status.lastCleanedAt && !notCleaned.includes(status.amenity.type) && (
          <p>{t('lastCleaned', { time: view.ago(status.lastCleanedAt) })}</p>
        )}
        {status.nextCheckAt && <p>{t('nextCheck', { time: view.clock(status.nextCheckAt) })}</p>}
        <Follow model={model} view={view} />
      </>
    ),
  })
}
