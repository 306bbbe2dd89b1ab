/** One delivery attempt: result, response, and advice when it failed. */
import type { DeliveryAttempt } from '#contracts/webhooks.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { CodeBlock } from '#desk-kit/parts/code-block.tsx'
import { Mark } from '#desk-kit/parts/mark.tsx'
import { webhookMessages } from './messages.ts'

const kindOf = (status: number) => {
  if (status >= 300 && status < 400) return 'redirect'
  if (status >= 500) return 'broken'
  switch (status) {
    case 401:
    case 403:
      return 'refused'
    case 404:
    case 405:
      return 'missing'
    case 410:
      return 'gone'
    case 429:
      return 'busy'
    default:
      return 'other'
  }
}

/** What a failed attempt means and how to fix it; undefined after success. */
export const useAdvice = (): ((attempt: Pick<DeliveryAttempt, 'error' | 'status'>) => string | undefined) => {
  const t = useMessages(webhookMessages)
  return ({ error, status }) => {
    if (error === null) return undefined
    return error === 'STATUS' ? t.answers[kindOf(status ?? 0)] : t.faults[error]
  }
}

interface AttemptProps {
  readonly attempt: DeliveryAttempt
  /** leaves out the advice */
  readonly brief?: boolean
}

export const Attempt = ({ attempt, brief }: AttemptProps) => {
  const t = useMessages(webhookMessages)
  const { number } = useFormat()
  const advice = useAdvice()
  const { answer, durationMs, error, status } = attempt
  const adviceText = brief ? undefined : advice(attempt)
  return (
    <>
      <p className="line-of">
        <Mark tone={error === null ? 'good' : 'bad'}>{error === null ? t.taken : t.notTaken}</Mark>
        <span>{status === null ? t.noAnswer : t.answered({ status: String(status) })}</span>
        <span className="quiet number">{t.took({ ms: number(durationMs) })}</span>
      </p>
      {adviceText ? <p>{adviceText}</p> : null}
      {answer ? (
        <CodeBlock text={answer} label={t.answer} wrap />
      ) : status === null ? null : (
        <p className="quiet">{t.emptyAnswer}</p>
      )}
    </>
  )
}
