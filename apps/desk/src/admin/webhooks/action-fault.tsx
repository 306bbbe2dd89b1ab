/** Error of a webhook action. */
import type { ApiError } from '#client/errors.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { ErrorPanel } from '#desk-kit/parts/states.tsx'
import { webhookMessages } from './messages.ts'

export const ActionFault = ({ error }: { error: ApiError }) => {
  const t = useMessages(webhookMessages)
  if (error.code !== 'CONFLICT') return <ErrorPanel error={error} />
  return (
    <p className="error-panel" role="alert">
      {t.busy}
    </p>
  )
}
