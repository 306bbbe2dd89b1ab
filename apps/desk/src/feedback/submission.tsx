/** One submission: what was said, what became of it, and what an administrator may do with it. */
import { Button } from '@mantine/core'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { type FeedbackDetail, getFeedbackDetail } from '#contracts/dashboard.ts'
import { createTask } from '#contracts/tasks.ts'
import { useAct, useApi } from '../lib/api.ts'
import { useWords } from '../lib/language.tsx'
import { useHolds } from '../lib/me.ts'
import { RatingMark } from '../parts/face.tsx'
import { Mark, StatusMark } from '../parts/mark.tsx'
import { Photos } from '../parts/photos.tsx'
import { Screen, Section } from '../parts/screen.tsx'
import { Answer, ErrorPanel } from '../parts/states.tsx'
import { When, WhenFull } from '../parts/when.tsx'
import { Moderation } from './moderation.tsx'
import { feedbackWords } from './words.ts'

const route = getRouteApi('/feedback/$id')

const MakeTask = ({ item }: { item: FeedbackDetail }) => {
  const feedback = useWords(feedbackWords)
  const navigate = useNavigate()
  const create = useAct(createTask)
  const title =
    item.issues[0]?.name ?? item.comment?.split('\n')[0] ?? feedback.taskTitle({ amenity: item.amenity.name })
  return (
    <>
      <Button
        variant="filled"
        loading={create.isPending}
        onClick={() =>
          create.mutate(
            {
              body: {
                title: title.slice(0, 120),
                amenityId: item.amenity.id,
                buildingId: item.building.id,
                feedbackIds: [item.id],
                ...(item.issues[0] ? { category: item.issues[0].code } : {}),
              },
            },
            { onSuccess: ({ id }) => void navigate({ to: '/tasks/$id', params: { id } }) },
          )
        }
      >
        {feedback.makeTask}
      </Button>
      {create.error ? <ErrorPanel error={create.error} /> : null}
    </>
  )
}

const Facts = ({ item }: { item: FeedbackDetail }) => {
  const { words, places } = useWords()
  const feedback = useWords(feedbackWords)
  const admin = useHolds('ADMIN')
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
          <small>{[item.location, item.building.name].filter(Boolean).join(', ')}</small>
        </dd>
      </div>
      <div>
        <dt>{feedback.received}</dt>
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

const Record = ({ item }: { item: FeedbackDetail }) => {
  const feedback = useWords(feedbackWords)
  const admin = useHolds('ADMIN')
  return (
    <>
      <div className="actions">
        {item.tasks.length === 0 ? <MakeTask item={item} /> : null}
        {admin ? <Moderation item={item} /> : null}
      </div>
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
          {item.messages.length > 0 ? (
            <Section title={feedback.messages}>
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
            </Section>
          ) : null}
          <Section title={feedback.replies}>
            {item.replies.length === 0 ? <p className="quiet">{feedback.noReplies}</p> : null}
            <ol className="notes">
              {item.replies.map((reply) => (
                <li key={reply.id}>
                  <span className="line-of">
                    <strong>{reply.author.name}</strong>
                    <When at={reply.at} />
                  </span>
                  <p className="prose" dir="auto">
                    {reply.text}
                  </p>
                </li>
              ))}
            </ol>
          </Section>
        </div>
        <aside className="section" aria-label={feedback.facts}>
          <div className="section-head">
            <h2>{feedback.facts}</h2>
          </div>
          <Facts item={item} />
        </aside>
      </div>
    </>
  )
}

export const Page: ComponentType = () => {
  const { places } = useWords()
  const feedback = useWords(feedbackWords)
  const { id } = route.useParams()
  const item = useApi(getFeedbackDetail, { params: { id } })
  return (
    <Screen
      title={item.data ? feedback.titleOf({ amenity: item.data.amenity.name }) : feedback.one}
      above={<Link to="/feedback">{places.feedback.name}</Link>}
    >
      <Answer of={item}>{(data) => <Record item={data} />}</Answer>
    </Screen>
  )
}
