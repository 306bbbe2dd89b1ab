/** Health, integrations, features, states and support accesses of a tenant. */
import type { TenantRecord } from '#contracts/super-admin/tenants.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { Mark } from '#desk-kit/parts/mark.tsx'
import { Section } from '#desk-kit/parts/screen.tsx'
import { WhenFull } from '#desk-kit/parts/when.tsx'
import { tenantMessages } from './messages.ts'

interface OfTenant {
  readonly tenant: TenantRecord
}

const Failed = ({ count }: { count: number }) => {
  const { number } = useFormat()
  return <Mark tone={count === 0 ? 'good' : 'bad'}>{number(count)}</Mark>
}

export const Health = ({ tenant: { health } }: OfTenant) => {
  const t = useMessages(tenantMessages)
  return (
    <Section title={t.health}>
      <dl className="facts">
        <div>
          <dt>{t.mailsFailed}</dt>
          <dd>
            <Failed count={health.mailsFailed24h} />
          </dd>
        </div>
        <div>
          <dt>{t.webhooksFailed}</dt>
          <dd>
            <Failed count={health.webhooksFailed24h} />
          </dd>
        </div>
        <div>
          <dt>{t.parked}</dt>
          <dd>
            <Failed count={health.parked} />
          </dd>
        </div>
      </dl>
    </Section>
  )
}

export const Integrations = ({ tenant: { integrations, flags } }: OfTenant) => {
  const t = useMessages(tenantMessages)
  const { number } = useFormat()
  const { slack, webhooks, sso, stripe } = integrations
  return (
    <>
      <Section title={t.integrations}>
        <dl className="facts">
          <div>
            <dt>{t.slack}</dt>
            <dd>{t.slackStates[slack]}</dd>
          </div>
          <div>
            <dt>{t.webhooks}</dt>
            <dd>
              {webhooks.failing > 0
                ? t.webhookCount({ count: number(webhooks.count), failing: number(webhooks.failing) })
                : number(webhooks.count)}
            </dd>
          </div>
          <div>
            <dt>{t.sso}</dt>
            <dd>{sso ? t.on : t.off}</dd>
          </div>
          <div>
            <dt>{t.stripe}</dt>
            <dd>{t.stripeStates[stripe]}</dd>
          </div>
        </dl>
      </Section>
      <Section title={t.flags}>
        <dl className="facts">
          {Object.entries(flags).map(([key, on]) => (
            <div key={key}>
              <dt>
                <code>{key}</code>
              </dt>
              <dd>{on ? t.on : t.off}</dd>
            </div>
          ))}
        </dl>
      </Section>
    </>
  )
}

export const States = ({ tenant: { states } }: OfTenant) => {
  const t = useMessages(tenantMessages)
  return (
    <Section title={t.history}>
      {states.length === 0 ? (
        <p className="quiet">{t.noHistory}</p>
      ) : (
        <ol className="timeline">
          {states.map(({ at, from, to, reason }) => (
            <li key={at}>
              <WhenFull at={at} />
              <div>
                {t.fromTo({ from: t.states[from], to: t.states[to] })}
                <small>{reason}</small>
              </div>
            </li>
          ))}
        </ol>
      )}
    </Section>
  )
}

export const Accesses = ({ tenant: { accesses } }: OfTenant) => {
  const t = useMessages(tenantMessages)
  const { full } = useFormat()
  return (
    <Section title={t.accesses}>
      {accesses.length === 0 ? (
        <p className="quiet">{t.noAccesses}</p>
      ) : (
        <ol className="timeline">
          {accesses.map(({ id, at, until, reason, by }) => (
            <li key={id}>
              <WhenFull at={at} />
              <div>
                {t.accessBy({ by, time: full(until) })}
                <small>{reason}</small>
              </div>
            </li>
          ))}
        </ol>
      )}
    </Section>
  )
}
