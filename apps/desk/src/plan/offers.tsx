/** All plans, in the organisation's own numbers. */
import { Button } from '@mantine/core'
import { createCheckout, type PlanOffer, type Subscription } from '#contracts/billing.ts'
import { useAction } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { Mark } from '#desk-kit/parts/mark.tsx'
import { Section } from '#desk-kit/parts/screen.tsx'
import { ErrorPanel } from '#desk-kit/parts/states.tsx'
import { planMessages } from './messages.ts'

export const usePrice = () => {
  const t = useMessages(planMessages)
  const { locale } = useFormat()
  return (price: PlanOffer['price']): string => {
    if (price === null) return t.byContract
    if (price.amount === 0) return t.free
    const amount = new Intl.NumberFormat(locale, { style: 'currency', currency: price.currency })
    return t.price({ price: amount.format(price.amount / 100) })
  }
}

interface OffersProps {
  readonly offers: readonly PlanOffer[]
  readonly subscription: Subscription
}

export const Offers = ({ offers, subscription }: OffersProps) => {
  const { words } = useMessages()
  const t = useMessages(planMessages)
  const { number, list } = useFormat()
  const price = usePrice()
  const checkout = useAction(createCheckout, { quiet: true })
  const used = new Map(subscription.limits.map((limit) => [limit.name, limit.used]))
  const choose = (plan: PlanOffer['plan']): void =>
    checkout.mutate({ body: { plan } }, { onSuccess: ({ url }) => location.assign(url) })
  return (
    <Section title={t.plans}>
      {subscription.configured ? null : <p>{t.notConfigured}</p>}
      {checkout.error ? <ErrorPanel error={checkout.error} /> : null}
      <ul className="plan-offers">
        {offers.map((offer, index) => {
          const below = offers[index - 1]?.features ?? []
          const adds = offer.features.filter((feature) => !below.includes(feature))
          return (
            <li key={offer.plan}>
              <h3>{words.plans[offer.plan]}</h3>
              <p>{price(offer.price)}</p>
              <ul className="quiet">
                {offer.limits.map(({ name, allowed }) => (
                  <li key={name}>
                    {allowed === null
                      ? `${words.quota[name]}: ${t.unlimited({ used: number(used.get(name) ?? 0) })}`
                      : words.usedOf({
                          what: words.quota[name],
                          used: number(used.get(name) ?? 0),
                          allowed: number(allowed),
                        })}
                  </li>
                ))}
              </ul>
              {adds.length > 0 ? (
                <p>{t.adds({ features: list(adds.map((feature) => t.features[feature])) })}</p>
              ) : null}
              {offer.current ? <Mark tone="info">{t.current}</Mark> : null}
              {offer.buyable && !offer.current && subscription.source !== 'MANUAL' ? (
                <Button
                  onClick={() => choose(offer.plan)}
                  loading={checkout.isPending && checkout.variables.body.plan === offer.plan}
                >
                  {t.choose({ plan: words.plans[offer.plan] })}
                </Button>
              ) : null}
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
