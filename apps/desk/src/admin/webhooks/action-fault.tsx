/** Why something was not sent. */
import type { ApiError } from '#client/errors.ts'
import { useWords } from '../../lib/language.tsx'
import { ErrorPanel } from '../../parts/states.tsx'
import { webhookWords } from './words.ts'

export const ActionFault = ({ error }: { error: ApiError }) => {
  const t = useWords(webhookWords)
  if (error.code !== 'CONFLICT') return <ErrorPanel error={error} />
  return (
    <p className="error-panel" role="alert">
      {t.busy}
    </p>
  )
}
