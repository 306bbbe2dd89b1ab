/** Duty state, changed with one press; handover during an absence, and taking the tasks back. */
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import type { DutyState, OperatorDetail } from '#contracts/operator/records.ts'
import { setDuty } from '#contracts/operator.ts'
import { useAction } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { lazyComponent } from '#desk-kit/parts/lazy-component.tsx'
import { Section } from '#desk-kit/parts/screen.tsx'
import { ErrorPanel } from '#desk-kit/parts/states.tsx'
import { DutyMark } from './marks.tsx'
import { operatorMessages } from './messages.ts'
import { TaskNames } from './unassign-confirm.tsx'

/** The request that restores the former duty state and the handed-over tasks. */
const dutyBefore = ({ onDuty, duty: { state, until } }: OperatorDetail, now: number) => {
  const was = onDuty ? 'ON' : state === 'BREAK' ? 'BREAK' : 'OFF'
  const isToCome = was === state && until !== null && Date.parse(until) > now
  return { state: was, until: isToCome ? until : null, takeBack: true } as const
}

const Absent = lazyComponent(async () => (await import('./absent-dialog.tsx')).Absent)

const HandedOver = ({ tasks }: { tasks: OperatorDetail['handedOver'] }) => {
  const t = useMessages(operatorMessages)
  return (
    <ul className="outcomes">
      {tasks.map(({ taskId, number, title, to, canTakeBack }) => (
        <li key={taskId}>
          <Link to="/tasks/$id" params={{ id: taskId }}>
            {number} <bdi>{title}</bdi>
          </Link>
          <small>
            {to ? t.handedOverTo({ name: to.name }) : t.handedToAll}
            {canTakeBack ? '' : `, ${t.begun}`}
          </small>
        </li>
      ))}
    </ul>
  )
}

export const DutySection = ({ operator }: { operator: OperatorDetail }) => {
  const t = useMessages(operatorMessages)
  const dutyChange = useAction(setDuty)
  const { words } = useMessages()
  const [asked, setAsked] = useState(false)
  const [before, setBefore] = useState<ReturnType<typeof dutyBefore>>()
  useEffect(() => {
    if (!before) return undefined
    const timer = setTimeout(() => setBefore(undefined), 10_000)
    return () => clearTimeout(timer)
  }, [before])
  const { id, handedOver } = operator
  const go = (state: DutyState, takeBack = false): void =>
    dutyChange.mutate({ params: { id }, body: takeBack ? { state, takeBack } : { state } })
  const onAbsent = (): void => {
    // Extending an absence cannot be undone from here.
    if (operator.duty.state === 'ABSENT') return
    setBefore(dutyBefore(operator, Date.now()))
  }
  const toTakeBack = handedOver.filter(({ canTakeBack }) => canTakeBack).length
  const takenBack = dutyChange.variables?.body.takeBack ? dutyChange.data?.takenBack : undefined
  const isActive = operator.state !== 'INACTIVE'
  return (
    <Section title={t.duty}>
      <div className="line-of duty-now" aria-live="polite">
        <DutyMark operator={operator} />
      </div>
      {isActive ? (
        <div className="actions">
          {operator.duty.state === 'ON' ? null : (
            <Button loading={dutyChange.isPending} onClick={() => go('ON')}>
              {t.onDuty}
            </Button>
          )}
          {operator.onDuty ? (
            <Button loading={dutyChange.isPending} onClick={() => go('BREAK')}>
              {t.takeBreak}
            </Button>
          ) : null}
          {operator.duty.state !== 'OFF' || operator.onDuty ? (
            <Button loading={dutyChange.isPending} onClick={() => go('OFF')}>
              {t.offDuty}
            </Button>
          ) : null}
          <Button onClick={() => setAsked(true)}>{t.absent}…</Button>
        </div>
      ) : (
        <p className="quiet">{t.notActiveHelp}</p>
      )}
      {dutyChange.error ? <ErrorPanel error={dutyChange.error} /> : null}
      {takenBack ? (
        <div className="handed">
          <p role="status">{t.takenBack({ count: takenBack.length })}</p>
          <TaskNames tasks={takenBack} />
        </div>
      ) : null}
      {handedOver.length > 0 ? (
        <div className="handed">
          <h3>{t.handedOver}</h3>
          <HandedOver tasks={handedOver} />
          {toTakeBack > 0 && isActive ? (
            <div className="form-foot">
              <Button variant="filled" loading={dutyChange.isPending} onClick={() => go('ON', true)}>
                {t.takeBack({ count: toTakeBack })}
              </Button>
            </div>
          ) : null}
        </div>
      ) : null}
      {asked ? (
        <Suspense>
          <Absent operator={operator} onClose={() => setAsked(false)} onAbsent={onAbsent} />
        </Suspense>
      ) : null}
      {before ? (
        <p className="line-of" role="status">
          {t.absentTitle({ name: operator.name })}
          <Button
            size="compact-sm"
            onClick={() => {
              setBefore(undefined)
              dutyChange.mutate({ params: { id }, body: before })
            }}
          >
            {words.undo}
          </Button>
        </p>
      ) : null}
    </Section>
  )
}
