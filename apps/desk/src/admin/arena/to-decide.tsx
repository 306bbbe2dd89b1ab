/** Disputes and redemptions that wait for a decision. */
import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import {
  type ArenaSetup,
  decideRedemption,
  type OpenDispute,
  type OpenRedemption,
} from '#contracts/arena/admin.ts'
import { callOf, useRun } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { lazyComponent } from '#desk-kit/parts/lazy-component.tsx'
import { Section } from '#desk-kit/parts/screen.tsx'
import { ErrorPanel } from '#desk-kit/parts/states.tsx'
import { When } from '#desk-kit/parts/when.tsx'
import { arenaMessages } from './messages.ts'

const DecideDispute = lazyComponent(async () => (await import('./decide.tsx')).DecideDispute)
const Decline = lazyComponent(async () => (await import('./decide.tsx')).Decline)

const useDisputeTitle = (): ((dispute: OpenDispute) => string) => {
  const t = useMessages(arenaMessages)
  const { number } = useFormat()
  return ({ kind, by, entry }) =>
    kind === 'KUDOS' ? t.kudosFlagged({ by }) : t.entryDisputed({ by, points: number(entry?.points ?? 0) })
}

/** What a dispute is about: the line of points with its task, or the kudos. */
const Subject = ({ dispute: { entry, kudos } }: { dispute: OpenDispute }) => {
  const t = useMessages(arenaMessages)
  if (kudos)
    return (
      <p>
        {t.kudosText({
          from: kudos.from.displayName,
          to: kudos.to.displayName,
          text: kudos.text ?? t.kudosReasons[kudos.reason],
        })}
      </p>
    )
  if (!entry) return null
  return (
    <p>
      {entry.rule}
      {entry.task ? ` (#${entry.task.number} ${entry.task.title})` : null}
    </p>
  )
}

const Dispute = ({ dispute }: { dispute: OpenDispute }) => {
  const t = useMessages(arenaMessages)
  const title = useDisputeTitle()(dispute)
  const [open, setOpen] = useState(false)
  return (
    <li>
      <div className="line-of">
        <strong>{title}</strong> <When at={dispute.at} />
      </div>
      <Subject dispute={dispute} />
      {dispute.reason ? <blockquote className="prose">{dispute.reason}</blockquote> : null}
      <div className="actions">
        <Button size="compact-sm" aria-label={t.decideOf({ what: title })} onClick={() => setOpen(true)}>
          {t.decide}
        </Button>
      </div>
      {open ? (
        <Suspense>
          <DecideDispute dispute={dispute} title={title} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </li>
  )
}

const Redemption = ({ redemption }: { redemption: OpenRedemption }) => {
  const t = useMessages(arenaMessages)
  const { number } = useFormat()
  const run = useRun()
  const [declining, setDeclining] = useState(false)
  const { id, by, reward, points, state, at } = redemption
  const what = t.redemption({ by, reward: reward.title, points: number(points) })
  const next = state === 'REQUESTED' ? 'APPROVE' : 'HAND_OVER'
  const label = next === 'APPROVE' ? t.approve : t.handOver
  return (
    <li>
      <div className="line-of">
        <strong>{what}</strong> <span>{t.redemptionStates[state]}</span> <When at={at} />
      </div>
      <div className="actions">
        <Button
          size="compact-sm"
          aria-label={`${label}: ${what}`}
          loading={run.isPending}
          onClick={() => run.mutate(callOf(decideRedemption, { params: { id }, body: { decision: next } }))}
        >
          {label}
        </Button>
        <Button size="compact-sm" aria-label={`${t.reject}: ${what}`} onClick={() => setDeclining(true)}>
          {t.reject}
        </Button>
      </div>
      {run.error ? <ErrorPanel error={run.error} /> : null}
      {declining ? (
        <Suspense>
          <Decline redemption={redemption} onClose={() => setDeclining(false)} />
        </Suspense>
      ) : null}
    </li>
  )
}

export const ToDecide = ({ disputes, redemptions }: Pick<ArenaSetup, 'disputes' | 'redemptions'>) => {
  const t = useMessages(arenaMessages)
  return (
    <Section title={t.toDecide}>
      {disputes.length + redemptions.length === 0 ? (
        <p className="quiet">{t.noneToDecide}</p>
      ) : (
        <ul className="reports">
          {disputes.map((dispute) => (
            <Dispute key={dispute.id} dispute={dispute} />
          ))}
          {redemptions.map((redemption) => (
            <Redemption key={redemption.id} redemption={redemption} />
          ))}
        </ul>
      )}
    </Section>
  )
}
