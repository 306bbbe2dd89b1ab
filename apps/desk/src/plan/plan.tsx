/** BIL-1: the plan, what is used of it, and what the others add; BIL-4: what to do where it is unpaid. */
import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import {
  getSubscription,
  listPlans,
  openBillingPortal,
  type Subscription,
  type SubscriptionLimit,
} from '#contracts/billing.ts'
import { useAction, useApi } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { lastDayOf } from '#desk-kit/lib/last-day.ts'
import { useMe } from '#desk-kit/lib/me.ts'
import { Mark, type Tone } from '#desk-kit/parts/mark.tsx'
import { Screen, Section } from '#desk-kit/parts/screen.tsx'
import { ErrorPanel, QueryView } from '#desk-kit/parts/states.tsx'
import { Breadcrumb } from '#desk-kit/shell/breadcrumb.tsx'
import { Invoices } from './invoices.tsx'
import { planMessages } from './messages.ts'
import { Offers, usePrice } from './offers.tsx'
import './plan.css'
import { Waiting } from './returned.tsx'

const route = getRouteApi('/plan')

const tones: Record<Subscription['state'], Tone> = {
  TRIAL: 'info',
  ACTIVE: 'good',
  PAST_DUE: 'warn',
  SUSPENDED: 'bad',
  CLOSING: 'bad',
}

const Portal = ({ children }: { children: string }) => {
  const portal = useAction(openBillingPortal, { quiet: true })
  return (
    <>
      <Button
        onClick={() => portal.mutate({}, { onSuccess: ({ url }) => location.assign(url) })}
        loading={portal.isPending}
      >
        {children}
      </Button>
      {portal.error ? <ErrorPanel error={portal.error} /> : null}
    </>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const Matters = ({ of }: { of: Subscription }) => {
  const t = useMessages(planMessages)
  const { date } = useFormat()
  return (
    <div className="plan-matters">
      {of.state === 'PAST_DUE' && of.graceUntil ? <p>{t.pastDue({ day: date(of.graceUntil) })}</p> : null}
      {of.state === 'SUSPENDED' && of.pastDueSince ? <p>{t.suspended}</p> : null}
      {of.pastDueSince && of.configured ? <Portal>{t.pay}</Portal> : null}
      {of.historyShrinksAt ? (
        <p>
          {t.shrinks({ day: date(of.historyShrinksAt) })} <Link to="/data">{t.export}</Link>
        </p>
      ) : null}
      {of.warning ? <p>{of.warning === 'TWO_SUBSCRIPTIONS' ? t.two : t.unknownPrice}</p> : null}
      {of.source === 'MANUAL' ? <p className="quiet">{t.byHand}</p> : null}
    </div>
  )
}

const Yours = ({ of }: { of: Subscription }) => {
  const { words } = useMessages()
  const t = useMessages(planMessages)
  const { date } = useFormat()
  const price = usePrice()
  const ends = of.trialEndsAt
  return (
    <Section title={t.yours} actions={of.configured && !of.pastDueSince ? <Portal>{t.portal}</Portal> : null}>
      <dl className="facts">
        <Fact name={t.yours}>
          {words.plans[of.plan]}
          {of.price ? `, ${price(of.price)}` : null}
        </Fact>
        <Fact name={t.state}>
          <Mark tone={tones[of.state]}>{t.states[of.state]}</Mark>
        </Fact>
        {ends && of.configured ? (
          <Fact name={Date.parse(ends) > Date.now() ? t.trialEnds : t.trialOver}>{date(ends)}</Fact>
        ) : null}
        {of.cancelsAt ? <Fact name={t.cancels}>{date(of.cancelsAt)}</Fact> : null}
        {of.periodEndsAt && !of.cancelsAt ? <Fact name={t.renews}>{date(of.periodEndsAt)}</Fact> : null}
      </dl>
      <Matters of={of} />
    </Section>
  )
}

const Bar = ({ limit: { name, used, allowed, override, reachesAt } }: { limit: SubscriptionLimit }) => {
  const { words } = useMessages()
  const t = useMessages(planMessages)
  const { date, day, number } = useFormat()
  const { tenant } = useMe()
  const what = words.quota[name]
  return (
    <li>
      {allowed === null ? (
        <span>{`${what}: ${t.unlimited({ used: number(used) })}`}</span>
      ) : (
        <>
          <span>{words.usedOf({ what, used: number(used), allowed: number(allowed) })}</span>
          <progress max={Math.max(allowed, 1)} value={used} aria-label={what} />
        </>
      )}
      {reachesAt ? <small>{t.reaches({ day: date(reachesAt) })}</small> : null}
      {override ? (
        <small>{t.override({ day: day(lastDayOf(override.until, tenant.timeZone)) })}</small>
      ) : null}
    </li>
  )
}

export const Page: ComponentType = () => {
  const { places } = useMessages()
  const t = useMessages(planMessages)
  const { checkout } = route.useSearch()
  const subscription = useApi(getSubscription, {})
  const plans = useApi(listPlans, {})
  return (
    <Screen title={places.plan.name} breadcrumb={<Breadcrumb name="plan" />}>
      {checkout === 'done' ? <Waiting /> : null}
      {checkout === 'cancelled' ? <p role="status">{t.cancelled}</p> : null}
      <QueryView of={subscription}>
        {(of) => (
          <>
            <Yours of={of} />
            <Section title={t.used}>
              <ul className="plan-limits">
                {of.limits.map((limit) => (
                  <Bar key={limit.name} limit={limit} />
                ))}
              </ul>
            </Section>
            <QueryView of={plans}>{({ items }) => <Offers offers={items} subscription={of} />}</QueryView>
            {of.configured ? <Invoices /> : null}
          </>
        )}
      </QueryView>
    </Screen>
  )
}
