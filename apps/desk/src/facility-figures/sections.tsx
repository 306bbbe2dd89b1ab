/** Lower sections of the feedback figures; each loads when rendered. */
import { Link } from '@tanstack/react-router'
import {
  type BuildingComparison,
  compareBuildings,
  listFeedbackIssues,
  listFeedbackTopics,
  type Topic,
} from '#contracts/figures.ts'
import { Pareto } from '#desk-kit/charts/pareto.tsx'
import { Scores } from '#desk-kit/charts/scores.tsx'
import { useApi } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { RatingMark } from '#desk-kit/parts/face.tsx'
import { QueryView } from '#desk-kit/parts/states.tsx'
import { When } from '#desk-kit/parts/when.tsx'
import { otherOf, type Period } from '../figures/compared.ts'
import { Formulas, useSource } from '../figures/parts.tsx'
import { toFeedback, toIssue } from '../figures/to-rows.tsx'
import { facilityMessages } from './messages.ts'
import { comparedOf, comparisonOf, type FeedbackSearch, placesOf } from './search.ts'

export const Issues = ({ search }: { search: FeedbackSearch }) => {
  const t = useMessages(facilityMessages)
  const sourceOf = useSource()
  const { number } = useFormat()
  const issues = useApi(
    listFeedbackIssues,
    { query: { ...comparedOf(search), pageSize: 20 } },
    { keep: true },
  )
  return (
    <QueryView of={issues} rows={8}>
      {({ items, total, about }) =>
        items.length === 0 ? (
          <p className="quiet">{t.noIssues}</p>
        ) : (
          <>
            <Pareto
              issues={items}
              named={about.named}
              rowsOf={toIssue({ ...placesOf(search), from: about.period.from, to: about.period.to })}
              source={sourceOf(about)}
            />
            {total > items.length ? (
              <p className="quiet">{t.mostOnly({ shown: number(items.length), all: number(total) })}</p>
            ) : null}
            <Formulas tasks={false}>{[t.formulas.issues]}</Formulas>
          </>
        )
      }
    </QueryView>
  )
}

interface OneTopicProps {
  readonly topic: Topic
  readonly search: FeedbackSearch
  readonly period: Period
}

const OneTopic = ({ topic, search, period }: OneTopicProps) => {
  const t = useMessages(facilityMessages)
  const { number, average, change } = useFormat()
  const { word, q, count, rated, average: mean, language, examples } = topic
  return (
    <li>
      <h3>
        <Link
          to="/feedback"
          search={{ ...placesOf(search), from: period.from, to: period.to, q, comments: true }}
          lang={language}
        >
          {word}
        </Link>
      </h3>
      <p className="quiet">
        {mean === null
          ? t.topicOf({ count })
          : t.topicRated({ count, average: average(mean), n: number(rated) })}{' '}
        {topic.change === null
          ? t.newTopic({ other: otherOf(period) })
          : t.shareAgainst({ other: otherOf(period), change: change(topic.change) })}
      </p>
      <ul className="short-list">
        {examples.map(({ id, comment, rating, createdAt }) => (
          <li key={id}>
            <Link to="/feedback/$id" params={{ id }} dir="auto" lang={language}>
              {comment}
            </Link>{' '}
            <small>
              <RatingMark rating={rating} /> <When at={createdAt} />
            </small>
          </li>
        ))}
      </ul>
    </li>
  )
}

export const Topics = ({ search }: { search: FeedbackSearch }) => {
  const t = useMessages(facilityMessages)
  const sourceOf = useSource()
  const { number } = useFormat()
  const topics = useApi(listFeedbackTopics, { query: { ...comparedOf(search), pageSize: 8 } }, { keep: true })
  return (
    <QueryView of={topics} rows={8}>
      {({ items, about }) => (
        <>
          {items.length === 0 ? (
            <p className="quiet">{t.noTopics}</p>
          ) : (
            <ul className="topics">
              {items.map((topic) => (
                <OneTopic
                  key={`${topic.language} ${topic.q} ${topic.word}`}
                  topic={topic}
                  search={search}
                  period={about.period}
                />
              ))}
            </ul>
          )}
          <p className="quiet">
            {t.topicsRead({
              other: otherOf(about.period),
              n: number(about.read),
              before: number(about.readBefore),
            })}{' '}
            {about.limited ? t.topicsLimited : ''} {sourceOf(about)}
          </p>
          <Formulas tasks={false}>{[t.formulas.topics]}</Formulas>
        </>
      )}
    </QueryView>
  )
}

export const Comparison = ({ search }: { search: FeedbackSearch }) => {
  const { words } = useMessages()
  const t = useMessages(facilityMessages)
  const sourceOf = useSource()
  const { number, percent, change } = useFormat()
  const buildings = useApi(compareBuildings, comparisonOf(search), { keep: true })
  const { from, to } = search
  const sla = ({ slaShare, slaMet, slaMissed }: BuildingComparison): string =>
    slaShare === null
      ? '–'
      : t.slaOf({ share: percent(slaShare), met: number(slaMet), n: number(slaMet + slaMissed) })
  return (
    <QueryView of={buildings} rows={8}>
      {({ items, total, about }) =>
        items.length === 0 ? (
          <p className="quiet">{t.noFeedback}</p>
        ) : (
          <>
            <Scores
              all={items}
              name={t.buildings}
              head={words.building}
              source={sourceOf(about)}
              rows={({ id }) =>
                toFeedback({
                  ...placesOf(search),
                  building: [id],
                  from: about.period.from,
                  to: about.period.to,
                })
              }
              nameOf={({ id, name }) => (
                <Link
                  to="/buildings/$id/figures"
                  params={{ id }}
                  search={{ from, to, compare: search.compare }}
                >
                  {name}
                </Link>
              )}
              more={[
                { head: t.change, cell: (one) => (one.change === null ? '–' : change(one.change)) },
                { head: t.openTasks, cell: (one) => number(one.openTasks) },
                { head: t.overdue, cell: (one) => number(one.overdue) },
                { head: t.slaKept, cell: sla },
              ]}
            />
            {total > items.length ? (
              <p className="quiet">{t.mostOnly({ shown: number(items.length), all: number(total) })}</p>
            ) : null}
            <Formulas tasks={false}>{[t.formulas.score, t.formulas.likely, t.formulas.sla]}</Formulas>
          </>
        )
      }
    </QueryView>
  )
}
