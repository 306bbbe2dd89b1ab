/** ADM-1: setup checklist. Each line links to its rows, and has a button where one action fixes all. */
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ApiError } from '#client/errors.ts'
import type { SetupLine, SetupLineName } from '#contracts/setup-health.ts'
import { getWizardState } from '#contracts/wizard.ts'
import { useApi } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { Section } from '#desk-kit/parts/screen.tsx'
import { ErrorPanel, QueryView } from '#desk-kit/parts/states.tsx'
import { type FixName, fix, fixes } from './fix.ts'
import { setupMessages } from './messages.ts'

interface Way {
  readonly to: string
  readonly search?: Readonly<Record<string, unknown>>
}

/** The list with the rows of a line as filter. */
const ways: Readonly<Record<SetupLineName, (line: SetupLine) => Way>> = {
  NO_CODE: () => ({ to: '/amenities', search: { linked: false } }),
  LOST_CODE: () => ({ to: '/qr-codes', search: { state: ['FREE'], scanned: true } }),
  NO_RULE: () => ({ to: '/amenities', search: { lacking: ['RULE'] } }),
  NO_ROUTE: () => ({ to: '/amenities', search: { lacking: ['ROUTE'] } }),
  OFF_DUTY: ({ id }) => ({ to: '/shifts', search: id ? { building: [id] } : {} }),
  NO_SKILL: () => ({ to: '/operators', search: { lacking: ['SKILL'] } }),
  CERTIFICATE: () => ({ to: '/operators', search: { lacking: ['CERTIFICATE'] } }),
  NO_LANGUAGE: () => ({ to: '/operators', search: { lacking: ['LANGUAGE'] } }),
  NO_CONTACT: () => ({ to: '/operators', search: { lacking: ['CONTACT'] } }),
  INVITED: () => ({ to: '/team', search: { state: ['INVITED'] } }),
  MAIL_ONLY: () => ({ to: '/team', search: { lacking: ['DEVICE'] } }),
  NO_HOURS: () => ({ to: '/buildings', search: { lacking: ['HOURS'] } }),
  NO_HOLIDAYS: () => ({ to: '/buildings', search: { lacking: ['HOLIDAYS'] } }),
  NO_TIME_ZONE: () => ({ to: '/buildings', search: { lacking: ['TIME_ZONE'] } }),
  MAIL: () => ({ to: '/mails' }),
  WEBHOOK: () => ({ to: '/webhooks', search: { failing: true } }),
  NO_SLA: () => ({ to: '/sla-policies' }),
}

const isFix = (line: SetupLineName): line is FixName => line in fixes

interface FixProps {
  readonly line: FixName
  readonly count: number
  readonly onDone: (count: number) => void
}

const Mend = ({ line, count, onDone }: FixProps) => {
  const t = useMessages(setupMessages)
  const [acting, setActing] = useState(false)
  const [failed, setFailed] = useState<ApiError>()
  const run = async (): Promise<void> => {
    setActing(true)
    setFailed(undefined)
    try {
      onDone(await fix(line))
    } catch (error) {
      setFailed(error as ApiError)
    } finally {
      setActing(false)
    }
  }
  return (
    <>
      <Button
        size="xs"
        loading={acting}
        title={t.actNow({ act: t.acts[line], count })}
        onClick={() => void run()}
      >
        {t.acts[line]}
      </Button>
      {failed ? <ErrorPanel error={failed} quota={line === 'NO_CODE' ? 'qrCodes' : undefined} /> : null}
    </>
  )
}

export const Health = () => {
  const t = useMessages(setupMessages)
  const { places } = useMessages()
  const state = useApi(getWizardState, { query: { health: true } })
  const [done, setDone] = useState<number>()
  return (
    <Section title={t.title}>
      <p role="status" className="quiet">
        {done === undefined ? null : t.done({ count: done })}
      </p>
      <QueryView of={state} rows={3}>
        {({ health = [], runsAlone }) => (
          <>
            {health.length === 0 ? (
              <p>{t.well}</p>
            ) : (
              <ul className="setup-health">
                {health.map((one) => {
                  const { line, count } = one
                  return (
                    <li key={line}>
                      <Link {...(ways[line](one) as { to: '/' })} data-row-link>
                        {t.lines[line]({ count })}
                      </Link>
                      {isFix(line) ? <Mend line={line} count={count} onDone={setDone} /> : null}
                      <small>{t.means[line]}</small>
                    </li>
                  )
                })}
              </ul>
            )}
            {runsAlone ? (
              <p>
                <Link to="/installation">{places.installation.name}</Link>
              </p>
            ) : null}
          </>
        )}
      </QueryView>
    </Section>
  )
}
