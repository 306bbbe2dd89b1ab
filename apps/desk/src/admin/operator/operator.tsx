/** ADM-12: one operator: duty, handover, shifts, certificates and details. */
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { OperatorDetail, OperatorState } from '#contracts/operator/records.ts'
import { type getOperator, updateOperator } from '#contracts/operator.ts'
import { weekdays } from '#contracts/service-hours.ts'
import { callOf, useRun } from '#desk-kit/lib/api.ts'
import { todayIn } from '#desk-kit/lib/days.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useHasRole, useMe } from '#desk-kit/lib/me.ts'
import { Mark, type Tone } from '#desk-kit/parts/mark.tsx'
import { Section } from '#desk-kit/parts/screen.tsx'
import { ErrorPanel } from '#desk-kit/parts/states.tsx'
import { WhenFull } from '#desk-kit/parts/when.tsx'
import type { RecordView } from '#desk-kit/shell/screen-kinds.ts'
import { adminMessages } from '../messages.ts'
import { Certificates } from '../operators/certificates.tsx'
import { Deactivate } from '../operators/deactivate.tsx'
import { DutySection } from '../operators/duty-section.tsx'
import { LoadText } from '../operators/marks.tsx'
import { operatorMessages } from '../operators/messages.ts'
import { OperatorForm } from '../operators/operator-form.tsx'
import { useSkills } from '../operators/skills.ts'
import { shiftMessages } from '../shifts/messages.ts'
import { ShiftForm } from '../shifts/shift-form.tsx'
import { patternOn, shiftsOn, timesText } from '../shifts/shift-text.ts'

const tones: Record<OperatorState, Tone> = { INVITED: 'info', ACTIVE: 'good', INACTIVE: 'muted' }

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const Facts = ({ operator }: { operator: OperatorDetail }) => {
  const { words, places } = useMessages()
  const t = useMessages(operatorMessages)
  const house = useMessages(adminMessages)
  const skills = useSkills()
  const { list } = useFormat()
  const spoken: Readonly<Record<string, string>> = words.languages
  const { state, skills: held, languages, userId, id } = operator
  const mine = userId ? [id, userId] : [id]
  return (
    <dl className="facts">
      <Fact name={house.state}>
        <Mark tone={tones[state]}>{t.states[state]}</Mark>
      </Fact>
      <Fact name={t.company}>
        {operator.companyName && operator.companyId ? (
          <Link to="/operators" search={{ company: [operator.companyId] }}>
            {operator.companyName}
          </Link>
        ) : (
          t.noCompany
        )}
      </Fact>
      <Fact name={house.email}>{operator.email ?? '–'}</Fact>
      <Fact name={t.skillsHeld}>{held.length > 0 ? list(held.map(skills.name)) : '–'}</Fact>
      <Fact name={t.spoken}>
        {languages.length > 0 ? list(languages.map((tag) => spoken[tag] ?? tag)) : '–'}
      </Fact>
      <Fact name={t.load}>
        <LoadText operator={operator} />
        <Link to="/tasks" search={{ assignee: mine, status: ['OPEN', 'IN_PROGRESS'] }}>
          {places.tasks.name}
        </Link>
      </Fact>
      <Fact name={t.member}>{userId ? words.yes : t.noAccount}</Fact>
      <Fact name={words.created}>
        <WhenFull at={operator.createdAt} />
      </Fact>
    </dl>
  )
}

const ShiftSection = ({ operator }: { operator: OperatorDetail }) => {
  const t = useMessages(shiftMessages)
  const house = useMessages(adminMessages)
  const { day } = useFormat()
  const { tenant } = useMe()
  const manager = useHasRole('MANAGER')
  const [opened, setOpened] = useState(false)
  const { shifts } = operator
  const today = todayIn(tenant.timeZone)
  const days = [...new Set(shifts.exceptions.map(({ date }) => date))].filter((date) => date >= today).sort()
  return (
    <Section
      title={t.shifts}
      actions={manager ? <Button onClick={() => setOpened(true)}>{t.editShifts}</Button> : null}
    >
      {shifts.weekly.length === 0 && days.length === 0 ? <p className="quiet">{t.noShifts}</p> : null}
      {shifts.weekly.length > 0 ? (
        <div>
          {weekdays.map((weekday, index) => (
            <span key={weekday} className="hours-line">
              {house.weekdays[weekday]}{' '}
              <span>
                {timesText(patternOn(shifts, index + 1)) || <span className="quiet">{t.free}</span>}
              </span>
            </span>
          ))}
        </div>
      ) : null}
      {days.length > 0 ? (
        <>
          <h3 className="sub-head">{t.exceptions}</h3>
          {days.map((date) => (
            <span key={date} className="hours-line">
              {day(date)} <span>{timesText(shiftsOn(shifts, date).times) || t.off}</span>
            </span>
          ))}
        </>
      ) : null}
      {opened ? <ShiftForm operator={operator} onClose={() => setOpened(false)} /> : null}
    </Section>
  )
}

export const Detail: RecordView<typeof getOperator> = ({ record: operator }) => {
  const { words } = useMessages()
  const t = useMessages(operatorMessages)
  const admin = useHasRole('ADMIN')
  const run = useRun()
  const [layer, setLayer] = useState<'edit' | 'deactivate'>()
  const close = (): void => setLayer(undefined)
  const { id, version } = operator
  return (
    <>
      {admin ? (
        <div className="actions">
          <Button variant="filled" onClick={() => setLayer('edit')}>
            {t.edit}
          </Button>
          {operator.state === 'INACTIVE' ? (
            <Button
              loading={run.isPending}
              onClick={() =>
                run.mutate(
                  callOf(updateOperator, { params: { id }, ifMatch: version, body: { state: 'ACTIVE' } }),
                )
              }
            >
              {t.activate}
            </Button>
          ) : (
            <Button color="bad" onClick={() => setLayer('deactivate')}>
              {t.deactivate}
            </Button>
          )}
        </div>
      ) : null}
      {run.error ? <ErrorPanel error={run.error} /> : null}
      <div className="record">
        <div>
          <DutySection operator={operator} />
          <ShiftSection operator={operator} />
          <Certificates operator={operator} />
        </div>
        <Section title={words.facts}>
          <Facts operator={operator} />
        </Section>
      </div>
      {layer === 'edit' ? <OperatorForm operator={operator} onClose={close} /> : null}
      {layer === 'deactivate' ? <Deactivate operator={operator} onClose={close} /> : null}
    </>
  )
}
