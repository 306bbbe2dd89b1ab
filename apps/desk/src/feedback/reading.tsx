/** Reading pane: one submission with its follow-up messages and replies. */
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { type FeedbackDetail, getFeedbackDetail } from '#contracts/dashboard.ts'
import { useApi } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { RatingMark } from '#desk-kit/parts/face.tsx'
import { Mark, StatusMark } from '#desk-kit/parts/mark.tsx'
import { Photos } from '#desk-kit/parts/photos.tsx'
import { QueryView } from '#desk-kit/parts/states.tsx'
import { When, WhenFull } from '#desk-kit/parts/when.tsx'
import { feedbackMessages } from './messages.ts'
import { placeOf, type Subject } from './subject.ts'

export const Thread = ({ item }: { item: FeedbackDetail }) => {
  const { words } = useMessages()
  const feedback = useMessages(feedbackMessages)
  return (
    <>
      {item.messages.length > 0 ? (
        <>
          <h3>{feedback.messages}</h3>
          <ol className="notes">
            {item.messages.map((message) => (
              <li key={message.at}>
                <When at={message.at} />
                <p className="prose" dir="auto" lang={item.language}>
                  {message.text}
                </p>
                <Photos images={message.images} />
              </li>
            ))}
          </ol>
        </>
      ) : null}
      {item.replies.length > 0 ? (
        <>
          <h3>{feedback.replies}</h3>
          <ol className="notes">
            {item.replies.map((reply) => (
              <li key={reply.id}>
                <span className="line-of">
                  <strong>{reply.author.name}</strong>
                  <When at={reply.at} />
                  {reply.language && reply.language !== item.language ? (
                    <Mark tone="warn">{words.languages[reply.language]}</Mark>
                  ) : null}
                </span>
                <p className="prose" dir="auto" lang={reply.language ?? undefined}>
                  {reply.text}
                </p>
              </li>
            ))}
          </ol>
        </>
      ) : null}
    </>
  )
}

/** Delay before follow-ups are fetched, so that passing over rows stays within the rate limit. */
const restMs = 500

/** Follow-up messages of a submission that has some. */
const LaterMessages = ({ id }: { id: string }) => {
  const [stays, setStays] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setStays(true), restMs)
    return () => clearTimeout(timer)
  }, [])
  const detail = useApi(getFeedbackDetail, { params: { id } }, { enabled: stays })
  return <QueryView of={detail}>{(item) => <Thread item={item} />}</QueryView>
}

interface ReadingProps {
  readonly item: Subject
  readonly actions: ReactNode
  readonly back: ReactNode
}

export const Reading = ({ item, actions, back }: ReadingProps) => {
  const feedback = useMessages(feedbackMessages)
  return (
    <section className="reading" aria-label={feedback.reading} data-reading={item.id}>
      {back}
      <header>
        <h2>
          <Link to="/feedback/$id" params={{ id: item.id }}>
            {placeOf(item)}
          </Link>
        </h2>
        <p className="quiet">
          <WhenFull at={item.createdAt} />
        </p>
      </header>
      <p className="reading-rating">
        <RatingMark rating={item.rating} />
        {item.state === 'VISIBLE' ? null : <Mark tone="warn">{feedback.states[item.state]}</Mark>}
        {item.settled ? (
          <Mark tone="good">
            {item.done ? feedback.settledBy({ name: item.done.by.name }) : feedback.shows.done}
          </Mark>
        ) : null}
      </p>
      {item.comment ? (
        <p className="prose reading-words" dir="auto" lang={item.language}>
          {item.comment}
        </p>
      ) : null}
      {!item.comment && item.issues.length === 0 ? <p className="quiet">{feedback.noComment}</p> : null}
      <Photos images={item.images} />
      {item.issues.length > 0 ? (
        <p className={item.comment ? undefined : 'reading-words'}>
          <span className="quiet">{feedback.issues}:</span>{' '}
          {item.issues.map(({ name, detail }) => (detail ? `${name}: ${detail}` : name)).join(', ')}
        </p>
      ) : null}
      {item.task ? (
        <p className="line-of">
          <Link to="/tasks/$id" params={{ id: item.task.id }}>
            #{item.task.number} {item.task.title}
          </Link>
          <StatusMark status={item.task.status} />
        </p>
      ) : null}
      {item.labels.length > 0 ? (
        <p className="inbox-marks">
          {item.labels.map((label) => (
            <span key={label} className="inbox-label" dir="auto">
              {label}
            </span>
          ))}
        </p>
      ) : null}
      <div className="reading-actions">{actions}</div>
      {item.thread > 0 ? <LaterMessages key={item.id} id={item.id} /> : null}
    </section>
  )
}
