/** SUP-6: emails and webhook deliveries of all tenants. */
import { Link } from '@tanstack/react-router'
import { getPlatformUsage } from '#contracts/super-admin/platform.ts'
import { useApi } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { Mark } from '#desk-kit/parts/mark.tsx'
import { Screen, Section } from '#desk-kit/parts/screen.tsx'
import { QueryView } from '#desk-kit/parts/states.tsx'
import { systemMessages } from './messages.ts'

interface OutcomeProps {
  readonly title: string
  /** what succeeded is called differently for emails and webhooks */
  readonly doneName: string
  readonly done: number
  readonly failed: number
}

const Outcome = ({ title, doneName, done, failed }: OutcomeProps) => {
  const t = useMessages(systemMessages)
  const { number, percent } = useFormat()
  const total = done + failed
  return (
    <Section title={title}>
      <dl className="facts wide-facts">
        <div>
          <dt>{doneName}</dt>
          <dd>{number(done)}</dd>
        </div>
        <div>
          <dt>{t.failed}</dt>
          <dd>
            <Mark tone={failed === 0 ? 'good' : 'bad'}>
              {failed === 0
                ? number(0)
                : t.failedOf({
                    failed: number(failed),
                    total: number(total),
                    share: percent(failed / total),
                  })}
            </Mark>
          </dd>
        </div>
      </dl>
    </Section>
  )
}

export const Page = () => {
  const { places } = useMessages()
  const t = useMessages(systemMessages)
  const usage = useApi(getPlatformUsage, {}, { again: () => 60 })
  return (
    <Screen title={places.deliveries.name} beside={<p className="quiet">{t.in24h}</p>}>
      <QueryView of={usage}>
        {({ mails24h, webhooks24h }) => (
          <>
            <Outcome title={t.mails} doneName={t.sent} done={mails24h.sent} failed={mails24h.failed} />
            <Outcome
              title={t.webhooks}
              doneName={t.delivered}
              done={webhooks24h.delivered}
              failed={webhooks24h.failed}
            />
            <p className="quiet">
              {t.whereFailing} <Link to="/">{places.tenants.name}</Link>
            </p>
          </>
        )}
      </QueryView>
    </Screen>
  )
}
