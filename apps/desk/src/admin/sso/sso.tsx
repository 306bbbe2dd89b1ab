/** ADM-21: single sign-on. Four steps in order. */
import { type ComponentType, useState } from 'react'
import { getSso, type Sso, type SsoState } from '#contracts/sso.ts'
import { useApi } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { Mark, type Tone } from '#desk-kit/parts/mark.tsx'
import { Screen } from '#desk-kit/parts/screen.tsx'
import { QueryView } from '#desk-kit/parts/states.tsx'
import { When } from '#desk-kit/parts/when.tsx'
import { Breadcrumb } from '#desk-kit/shell/breadcrumb.tsx'
import { Fault } from './fault.tsx'
import { ssoMessages } from './messages.ts'
import { People } from './people.tsx'
import { Provider, ProviderValue } from './provider.tsx'
import { Test, Use } from './use.tsx'

const tones: Record<SsoState, Tone> = { OFF: 'muted', TESTING: 'warn', READY: 'good', ENFORCED: 'good' }

const Facts = ({ sso }: { sso: Sso }) => {
  const t = useMessages(ssoMessages)
  return (
    <dl className="facts wide-facts">
      <div>
        <dt>{t.state}</dt>
        <dd>
          <Mark tone={tones[sso.state]}>{t.states[sso.state]}</Mark>
        </dd>
      </div>
      <ProviderValue name={t.startAddress} value={sso.service.loginUrl} />
      {sso.lastError ? (
        <div>
          <dt>{t.lastError}</dt>
          <dd>
            <Fault fault={sso.lastError} />
            <When at={sso.lastError.at} />
          </dd>
        </div>
      ) : null}
    </dl>
  )
}

/** A test sign-in takes a minute or two; polling stops after this long. */
const pollingMs = 5 * 60_000

export const Page: ComponentType = () => {
  const { places } = useMessages()
  const t = useMessages(ssoMessages)
  const [test, setTest] = useState<{ before: string | undefined; version: number; until: number }>()
  const isWaiting = ({ lastTest, configurationVersion }: Sso): boolean =>
    test !== undefined &&
    (lastTest?.at === test.before || lastTest?.code === 'NOT_FINISHED') &&
    configurationVersion === test.version &&
    Date.now() < test.until
  const sso = useApi(getSso, {}, { again: (data) => (isWaiting(data) ? 4 : 0) })
  return (
    <Screen
      title={places.sso.name}
      breadcrumb={<Breadcrumb name="sso" />}
      beside={<p className="quiet">{t.help}</p>}
    >
      <QueryView of={sso}>
        {(data) => (
          <>
            <Facts sso={data} />
            <Provider sso={data} />
            <People sso={data} />
            <Test
              sso={data}
              waiting={isWaiting(data)}
              onStart={() =>
                setTest({
                  before: data.lastTest?.at,
                  version: data.configurationVersion,
                  until: Date.now() + pollingMs,
                })
              }
            />
            <Use sso={data} />
          </>
        )}
      </QueryView>
    </Screen>
  )
}

export const PlanTeaser: ComponentType = () => {
  const t = useMessages(ssoMessages)
  return (
    <ul className="gives">
      {Object.values(t.gives).map((one) => (
        <li key={one}>{one}</li>
      ))}
    </ul>
  )
}
