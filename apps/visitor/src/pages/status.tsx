/** STA-1: the state of one amenity in words and shapes, its parts, the last 30 days. Plain HTML. */
import type { StatusPage } from '#contracts/status.ts'
import type { StatusPageModel } from '../models.ts'
import { Alternatives, Foot, Place } from '../parts/blocks.tsx'
import { renderDocument } from '../parts/document.tsx'
import { State, stateWord } from '../parts/state.tsx'
import { type View, viewOf } from '../parts/view.ts'
import { dayName } from '../time.ts'

type Item = StatusPage['items'][number]

const ItemRow = ({ item, view }: { item: Item; view: View }) => {
  const { t } = view
  const facts = [
    ...(item.since && item.state !== 'OPERATIONAL' ? [t('since', { time: view.clock(item.since) })] : []),
    ...(item.reports > 0 ? [t('reports', { n: item.reports })] : []),
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
        <State state={item.state} view={view} />
        {item.report !== 'OK' && (
          <small>
            <State state={item.report} view={view} />
          </small>
        )}
      </div>
    </li>
  )
}

const Days = ({ days, view }: { days: StatusPage['days']; view: View }) => {
  const counted = days.filter((day) => day.availability !== null)
  if (counted.length === 0) return null
  const bad = counted.filter((day) => day.state !== 'OPERATIONAL')
  return (
    <section>
      <h2>{view.t('lastDays')}</h2>
      <div class="days" aria-hidden="true">
        {days.map((day) => (
          <i key={day.date} class={day.availability === null ? 'none' : day.state} />
        ))}
      </div>
      <p>{view.t('daysInOrder', { n: counted.length - bad.length, total: counted.length })}</p>
      {bad.length > 0 && (
        <ul>
          {bad.slice(-10).map((day) => (
            <li key={day.date}>
              <small>
                <time dateTime={day.date}>{dayName(day.date, view.language)}</time>:{' '}
                {stateWord(day.state, view)}
              </small>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The public state of an amenity. */
export const renderStatusPage = (model: StatusPageModel): string => {
  const { status } = model
  const view = viewOf(model, status.building.timeZone)
  const { t } = view
  const code = encodeURIComponent(status.qrCode)
  return renderDocument({
    model,
    title: `${stateWord(status.state, view)}: ${status.amenity.name}`,
    foot: <Foot view={view} model={model} qrCode={status.qrCode} />,
    children: (
      <>
        <Place name={status.amenity.name} building={status.building.name} location={status.location} />
        <div id="notes" role="status" />
        <p class="big">
          <State state={status.state} view={view} />
        </p>
        <p class="hint">{t('asOf', { time: view.clock(status.updatedAt) })}</p>
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
              <ItemRow key={item.id} item={item} view={view} />
            ))}
          </ul>
        </section>
        {status.state !== 'OPERATIONAL' && <Alternatives view={view} list={status.alternatives} />}
        <Days days={status.days} view={view} />
        {status.lastCleanedAt && <p>{t('lastCleaned', { time: view.ago(status.lastCleanedAt) })}</p>}
        {status.nextCheckAt && <p>{t('nextCheck', { time: view.clock(status.nextCheckAt) })}</p>}
      </>
    ),
  })
}
