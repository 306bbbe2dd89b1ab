/** Where a list is longer than the plan allows: how many fit, and what can be done. */
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { getSubscription } from '#contracts/billing.ts'
import type { WizardRow } from '#contracts/wizard.ts'
import { useApi } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useMe } from '#desk-kit/lib/me.ts'
import { CodeBlock } from '#desk-kit/parts/code-block.tsx'
import { wizardMessages } from './messages.ts'
import { skipAfter } from './skip-rows.ts'

export interface OverLimitProps {
  readonly quota: 'buildings' | 'qrCodes' | 'members'
  readonly used: number
  readonly adds: number
  readonly allowed: number
  /** the list, where some of it can be left out */
  readonly rows?: readonly WizardRow[] | undefined
  readonly onSkip?: (rows: WizardRow[]) => void
}

export const OverLimit = ({ quota, used, adds, allowed, rows, onSkip }: OverLimitProps) => {
  const t = useMessages(wizardMessages)
  const { words } = useMessages()
  const { tenant } = useMe()
  const subscription = useApi(getSubscription, {}, { staleMinutes: 10 })
  const free = Math.max(0, allowed - used)
  return (
    <div className="error-panel" role="alert">
      <p className="error-title">{t.limit({ what: words.quota[quota], used, adds, allowed })}</p>
      <ul className="wizard-list">
        {rows && onSkip && free > 0 ? (
          <li>
            <Button onClick={() => onSkip(skipAfter(rows, free))}>{t.keepFirst({ count: free })}</Button>{' '}
            <Link to="/wizard" search={{ step: quota === 'members' ? 'people' : 'rooms' }}>
              {t.keepHelp}
            </Link>
          </li>
        ) : null}
        {quota === 'buildings' ? (
          <li>
            <Link to="/buildings">{t.toBuildings}</Link>
          </li>
        ) : null}
        <li>
          <Link to="/plan">{t.toPlans}</Link>
        </li>
        {subscription.data?.configured === false ? (
          <li>
            {t.byHost}
            <CodeBlock label={t.byHost} text={`npx wellkept plan ${tenant.slug} ENTERPRISE`} wrap />
          </li>
        ) : null}
      </ul>
      <p className="quiet">{t.allKept}</p>
    </div>
  )
}
