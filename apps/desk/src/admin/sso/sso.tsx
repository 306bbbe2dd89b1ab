/** ADM-21: signing in with the accounts of the organisation. Four steps, in the order in which they are taken. */
import { useState } from 'react'
import { getSso, type Sso, type SsoState } from '#contracts/admin/sso.ts'
import { useApi } from '../../lib/api.ts'
import { useT } from '../../lib/language.tsx'
import { useMe } from '../../lib/me.ts'
import { Mark, type Tone } from '../../parts/mark.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Answer, Empty, Needs } from '../../parts/states.tsx'
import { When } from '../../parts/when.tsx'
import { Fault } from './fault.tsx'
import { People } from './people.tsx'
import { Given, Provider } from './provider.tsx'
import { Test, Use } from './use.tsx'

const tones: Record<SsoState, Tone> = { OFF: 'muted', TESTING: 'warn', READY: 'good', ENFORCED: 'good' }

const Facts = ({ sso }: { sso: Sso }) => {
  const { sso: t } = useT()
  return (
    <dl className="facts wide-facts">
      <div>
        <dt>{t.state}</dt>
        <dd>
          <Mark tone={tones[sso.state]}>{t.states[sso.state]}</Mark>
        </dd>
      </div>
      <Given name={t.startAddress} value={sso.service.loginUrl} />
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

/** A test takes a minute or two; then the page asks no more by itself. */
const patience = 5 * 60_000

const Setup = () => {
  const { places, sso: t } = useT()
  const [test, setTest] = useState<{ before: string | undefined; version: number; until: number }>()
  const isWaiting = ({ lastTest, configurationVersion }: Sso): boolean =>
    test !== undefined &&
    (lastTest?.at === test.before || lastTest?.code === 'NOT_FINISHED') &&
    configurationVersion === test.version &&
    Date.now() < test.until
  const sso = useApi(getSso, {}, { again: (data) => (isWaiting(data) ? 4 : 0) })
  return (
    <Screen title={places.sso} beside={<p className="quiet">{t.help}</p>}>
      <Answer of={sso}>
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
                  until: Date.now() + patience,
                })
              }
            />
            <Use sso={data} />
          </>
        )}
      </Answer>
    </Screen>
  )
}

const Gated = () => {
  const { places, sso: t } = useT()
  const { tenant } = useMe()
  return (
    <Screen title={places.sso} beside={<p className="quiet">{t.help}</p>}>
      <Empty title={t.gatedTitle}>
        {t.gated(tenant.plan.charAt(0) + tenant.plan.slice(1).toLowerCase())}
      </Empty>
      <ul className="gives">
        {t.gives.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </Screen>
  )
}

export const SsoScreen = () => {
  const { places } = useT()
  const { entitlements } = useMe()
  return (
    <Needs level="ADMIN" title={places.sso}>
      {entitlements.includes('SSO') ? <Setup /> : <Gated />}
    </Needs>
  )
}
