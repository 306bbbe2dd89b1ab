/** Duty, workload and certificates of an operator. */
import type { Certification, CertificationState, DutyState, Operator } from '#contracts/operator/records.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { Mark, type Tone } from '#desk-kit/parts/mark.tsx'
import { operatorMessages } from './messages.ts'

const dutyTones: Record<DutyState, Tone> = { ON: 'good', BREAK: 'info', OFF: 'muted', ABSENT: 'warn' }

export const DutyMark = ({ operator: { duty, onDuty } }: { operator: Operator }) => {
  const t = useMessages(operatorMessages)
  const { full } = useFormat()
  // An operator set to on duty may still be unable to work; one on duty by shift has set no state.
  const state = onDuty ? 'ON' : duty.state === 'ON' ? 'OFF' : duty.state
  const isExplicit = state === duty.state
  return (
    <>
      <Mark tone={dutyTones[state]}>{t.duties[state]}</Mark>
      {isExplicit && duty.until ? (
        <small>{t.until({ time: full(duty.until) })}</small>
      ) : onDuty && !isExplicit ? (
        <small>{t.byShift}</small>
      ) : null}
    </>
  )
}

export const LoadText = ({ operator: { load, maxOpenTasks } }: { operator: Operator }) => {
  const t = useMessages(operatorMessages)
  const { number } = useFormat()
  const all = load.open + load.inProgress
  const text =
    maxOpenTasks === null ? number(all) : t.loadOf({ load: number(all), max: number(maxOpenTasks) })
  return (
    <>
      {maxOpenTasks !== null && all >= maxOpenTasks ? (
        <span title={t.full}>
          <Mark tone="warn">{text}</Mark>
        </span>
      ) : (
        text
      )}
      <small>{t.loadIs({ open: number(load.open), inProgress: number(load.inProgress) })}</small>
    </>
  )
}

export const certificateTones: Record<CertificationState, Tone> = {
  VALID: 'good',
  EXPIRING: 'warn',
  EXPIRED: 'bad',
}

/** Certificates that need attention, and the number of valid ones. */
export const CertificatesText = ({ certifications }: { certifications: readonly Certification[] }) => {
  const t = useMessages(operatorMessages)
  const { day } = useFormat()
  if (certifications.length === 0) return <span className="quiet">–</span>
  const valid = certifications.filter(({ state }) => state === 'VALID').length
  return (
    <>
      {certifications.map(({ id, name, state, validUntil }) =>
        state === 'VALID' || validUntil === null ? null : (
          <span key={id} className="coverage-line">
            <Mark tone={certificateTones[state]}>
              {state === 'EXPIRED'
                ? t.expired({ name, day: day(validUntil) })
                : t.expiring({ name, day: day(validUntil) })}
            </Mark>
          </span>
        ),
      )}
      {valid > 0 ? <span className="quiet">{t.allValid({ count: valid })}</span> : null}
    </>
  )
}
