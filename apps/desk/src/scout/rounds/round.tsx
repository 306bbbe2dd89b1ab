/** ADM-29: one round: stops with answers and photos, findings with their tasks, and the review. */
import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { type AdminRound, listRounds } from '#contracts/scout/admin-rounds.ts'
import { useApi } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { lazyComponent } from '#desk-kit/parts/lazy-component.tsx'
import { Screen, Section } from '#desk-kit/parts/screen.tsx'
import { Empty, QueryView } from '#desk-kit/parts/states.tsx'
import { WhenFull } from '#desk-kit/parts/when.tsx'
import { Breadcrumb } from '#desk-kit/shell/breadcrumb.tsx'
import { adminMessages } from '../../admin/messages.ts'
import { Findings } from './findings.tsx'
import { Result, RoundMark } from './marks.tsx'
import { roundMessages } from './messages.ts'
import './rounds.css'
import { roundOf } from './search.ts'
import { Stop } from './stop.tsx'

const Review = lazyComponent(async () => (await import('./review.tsx')).Review)

const route = getRouteApi('/rounds/$id')

const Fact = ({ name, children }: { name: string; children: ReactNode }) =>
  children === null ? null : (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  )

const At = ({ at }: { at: string | null }) => (at === null ? '–' : <WhenFull at={at} />)

const Facts = ({ round }: { round: AdminRound }) => {
  const { words } = useMessages()
  const t = useMessages(roundMessages)
  const house = useMessages(adminMessages)
  const { full, number } = useFormat()
  const { building, scout, schedule, agreement, reviewedAt, reviewer, returned, timesRounded } = round
  return (
    <dl className="facts">
      <Fact name={house.state}>
        <RoundMark state={round.state} />
      </Fact>
      <Fact name={t.result}>
        <Result {...round} />
      </Fact>
      <Fact name={words.building}>
        <Link to="/buildings/$id" params={{ id: building.id }}>
          {building.name}
        </Link>
      </Fact>
      <Fact name={t.scout}>
        {scout ? (
          <Link to="/rounds" search={{ scout: [scout.id] }}>
            {scout.name}
          </Link>
        ) : (
          t.nobody
        )}
      </Fact>
      <Fact name={t.schedule}>
        {schedule ? (
          <Link to="/schedules" search={{ q: schedule.name }}>
            {schedule.name}
          </Link>
        ) : round.extra ? (
          t.extra
        ) : null}
      </Fact>
      <Fact name={t.stops}>
        {t.stopsDone({ done: number(round.doneCount), all: number(round.stopCount) })}
      </Fact>
      <Fact name={t.opensAt}>
        <At at={round.opensAt} />
      </Fact>
      <Fact name={t.dueBy}>
        <At at={round.dueBy} />
      </Fact>
      <Fact name={t.startedAt}>
        <At at={round.startedAt} />
      </Fact>
      <Fact name={t.submittedAt}>
        <At at={round.submittedAt} />
        {timesRounded ? <small>{t.rounded}</small> : null}
      </Fact>
      <Fact name={t.reviewedAt}>
        {reviewedAt
          ? reviewer?.name
            ? t.reviewedBy({ when: full(reviewedAt), name: reviewer.name })
            : full(reviewedAt)
          : null}
      </Fact>
      <Fact name={t.agreement}>
        {agreement ? t.agrees({ same: number(agreement.same), pairs: number(agreement.pairs) }) : null}
      </Fact>
      <Fact name={t.note}>{round.note}</Fact>
      <Fact name={t.reason}>{round.reason}</Fact>
      <Fact name={t.returned}>
        {returned ? t.returnedAt({ reason: returned.reason, when: full(returned.at) }) : null}
      </Fact>
    </dl>
  )
}

const Detail = ({ round }: { round: AdminRound }) => {
  const { words } = useMessages()
  const t = useMessages(roundMessages)
  const [decision, setDecision] = useState<'ACCEPT' | 'RETURN'>()
  const { inspections = [], found = [], state, stopCount } = round
  const notBegun = stopCount - inspections.length
  return (
    <>
      {state === 'SUBMITTED' ? (
        <>
          <p>{t.waits}</p>
          <div className="actions">
            <Button onClick={() => setDecision('RETURN')}>{t.sendBack}</Button>
            <Button variant="filled" onClick={() => setDecision('ACCEPT')}>
              {t.accept}
            </Button>
          </div>
        </>
      ) : null}
      <div className="record">
        <div>
          <Section title={t.findings}>
            <Findings found={found} />
          </Section>
          <Section title={t.stops}>
            {inspections.length === 0 ? (
              <p className="quiet">{t.noStops}</p>
            ) : (
              <ol className="stops">
                {inspections.map((inspection) => (
                  <Stop key={inspection.id} inspection={inspection} />
                ))}
              </ol>
            )}
            {inspections.length > 0 && notBegun > 0 ? <p>{t.notBegun({ count: notBegun })}</p> : null}
          </Section>
        </div>
        <Section title={words.facts}>
          <Facts round={round} />
        </Section>
      </div>
      {decision ? <Review round={round} decision={decision} onClose={() => setDecision(undefined)} /> : null}
    </>
  )
}

export const Page = () => {
  const { errors, places } = useMessages()
  const t = useMessages(roundMessages)
  const { id } = route.useParams()
  const list = useApi(listRounds, roundOf(id), { about: id })
  const round = list.data?.items[0]
  return (
    <Screen
      title={round ? t.heading({ number: String(round.number), title: round.title }) : places.round.name}
      breadcrumb={<Breadcrumb name="round" />}
    >
      <QueryView of={list}>
        {() => (round ? <Detail round={round} /> : <Empty title={errors.notFound} />)}
      </QueryView>
    </Screen>
  )
}
