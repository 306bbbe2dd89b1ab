/** One submission with its history, and moderation for administrators. */
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { type ComponentType, useState } from 'react'
import { bulkFeedback, type FeedbackDetail, getFeedbackDetail } from '#contracts/dashboard.ts'
import { sayPlace } from '#contracts/kit/place.ts'
import { refreshAfter, useApi } from '#desk-kit/lib/api.ts'
import { useKeys } from '#desk-kit/lib/keys.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useHasRole } from '#desk-kit/lib/me.ts'
import { RatingMark } from '#desk-kit/parts/face.tsx'
import { Mark, StatusMark } from '#desk-kit/parts/mark.tsx'
import { Photos } from '#desk-kit/parts/photos.tsx'
import { Screen, Section } from '#desk-kit/parts/screen.tsx'
import { QueryView } from '#desk-kit/parts/states.tsx'
import { WhenFull } from '#desk-kit/parts/when.tsx'
import { ActionButtons, ActionDialog } from './action-bar.tsx'
import { feedbackMessages } from './messages.ts'
import { Moderation } from './moderation.tsx'
import { Thread } from './reading.tsx'
import { Refusals } from './refusals.tsx'
import { type Subject, subjectOf } from './subject.ts'
import { useActions } from './use-actions.ts'
import { useTriage } from './use-triage.ts'

const route = getRouteApi('/feedback/$id')

const Facts = ({ item, subject }: { item: FeedbackDetail; subject: Subject }) => {
  const { words, places } = useMessages()
  const feedback = useMessages(feedbackMessages)
  const admin = useHasRole('ADMIN')
  return (
    <dl className="facts">
      <div>
        <dt>{feedback.rating}</dt>
        <dd>
          <RatingMark rating={item.rating} />
        </dd>
      </div>
      <div>
        <dt>{feedback.issues}</dt>
        <dd>{item.issues.map(({ name, detail }) => detail ?? name).join(', ') || '–'}</dd>
      </div>
      <div>
        <dt>{words.amenity}</dt>
        <dd>
          {admin ? (
            <Link to="/amenities/$id" params={{ id: item.amenity.id }}>
              {item.amenity.name}
            </Link>
          ) : (
            item.amenity.name
          )}
          <small>{sayPlace(item.location, item.building.name)}</small>
        </dd>
      </div>
      <div>
        <dt>{feedback.tracking.RECEIVED}</dt>
        <dd>
          <WhenFull at={item.createdAt} />
        </dd>
      </div>
      <div>
        <dt>{feedback.progress}</dt>
        <dd>
          {feedback.tracking[item.tracking]}
          {item.fixed === null ? null : (
            <small>{item.fixed ? feedback.saidFixed : feedback.saidNotFixed}</small>
          )}
        </dd>
      </div>
      <div>
        <dt>{feedback.show}</dt>
        <dd>{subject.settled ? feedback.shows.done : feedback.shows.todo}</dd>
      </div>
      <div>
        <dt>{feedback.labels}</dt>
        <dd dir="auto">{subject.labels.join(', ') || '–'}</dd>
      </div>
      <div>
        <dt>{places.task.name}</dt>
        <dd>
          {item.tasks.length === 0 ? '–' : null}
          {item.tasks.map((task) => (
            <span key={task.id} className="line-of">
              <Link to="/tasks/$id" params={{ id: task.id }}>
                #{task.number} {task.title}
              </Link>
              <StatusMark status={task.status} />
            </span>
          ))}
        </dd>
      </div>
      {item.state === 'VISIBLE' ? null : (
        <div>
          <dt>{feedback.state}</dt>
          <dd>
            <Mark tone="warn">{feedback.states[item.state]}</Mark>
            {item.quarantineReason ? <small>{item.quarantineReason}</small> : null}
          </dd>
        </div>
      )}
    </dl>
  )
}

const Record = ({ item, readAt }: { item: FeedbackDetail; readAt: number }) => {
  const { words } = useMessages()
  const feedback = useMessages(feedbackMessages)
  const admin = useHasRole('ADMIN')
  const navigate = useNavigate()
  const triage = useTriage()
  const subject = subjectOf(item, triage, readAt)
  const [status, setStatus] = useState('')
  const actions = useActions((_items, words) => {
    setStatus(words)
    if (words !== '') void refreshAfter(bulkFeedback)
  })
  useKeys({
    e: () => actions.settle([subject]),
    t: () => actions.open('task', [subject]),
    l: () => actions.open('label', [subject]),
    r: () => actions.open('reply', [subject]),
    u: () => {
      const undone = triage.undo()
      setStatus(undone ? (undone.kept ? feedback.sentStays : feedback.undone) : feedback.nothingToUndo)
    },
  })
  return (
    <>
      <div className="actions">
        <ActionButtons
          items={[subject]}
          onSettle={() => actions.settle([subject])}
          onLayer={(layer) => actions.open(layer, [subject])}
        />
        {admin ? <Moderation item={item} onGone={() => void navigate({ to: '/feedback' })} /> : null}
      </div>
      <p role="status">{status}</p>
      <Refusals />
      <div className="record">
        <div>
          <Section title={feedback.comment}>
            {item.comment ? (
              <p className="prose" dir="auto" lang={item.language}>
                {item.comment}
              </p>
            ) : (
              <p className="quiet">{feedback.noComment}</p>
            )}
            <Photos images={item.images} />
          </Section>
          {item.thread > 0 ? (
            <Section title={feedback.since}>
              <Thread item={item} />
            </Section>
          ) : null}
        </div>
        <aside className="section" aria-label={words.facts}>
          <div className="section-head">
            <h2>{words.facts}</h2>
          </div>
          <Facts item={item} subject={subject} />
        </aside>
      </div>
      {actions.opened ? (
        <ActionDialog {...actions.opened} knownLabels={[]} onClose={actions.close} onDone={actions.done} />
      ) : null}
    </>
  )
}

export const Page: ComponentType = () => {
  const { places } = useMessages()
  const feedback = useMessages(feedbackMessages)
  const { id } = route.useParams()
  const item = useApi(getFeedbackDetail, { params: { id } })
  return (
    <Screen
      title={
        item.data
          ? feedback.titleOf({ amenity: sayPlace(item.data.amenity.name, item.data.location) })
          : feedback.one
      }
      breadcrumb={<Link to="/feedback">{places.feedback.name}</Link>}
    >
      <QueryView of={item}>{(data) => <Record item={data} readAt={item.dataUpdatedAt} />}</QueryView>
    </Screen>
  )
}
