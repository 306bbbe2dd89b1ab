/** Changes that the service refused: they are rolled back and can be retried. */
import { Button } from '@mantine/core'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { RefusalDetail, useErrorText } from '#desk-kit/parts/states.tsx'
import { feedbackMessages } from './messages.ts'
import { useTriage } from './use-triage.ts'

export const Refusals = () => {
  const { words } = useMessages()
  const feedback = useMessages(feedbackMessages)
  const triage = useTriage()
  const say = useErrorText()
  const refused = triage.refused()
  if (refused.length === 0) return null
  const reasons = [...Map.groupBy(refused, ({ error }) => `${say(error)} ${error.message}`)]
  return (
    <div className="error-panel" role="alert">
      <p className="error-title">{feedback.notChanged({ count: refused.length })}</p>
      <ul>
        {reasons.map(([reason, some]) => (
          <li key={reason}>
            {some[0] ? say(some[0].error) : null}{' '}
            {some.length > 3
              ? feedback.places({ count: some.length })
              : some.map(({ name }) => name).join(', ')}
            {some[0] ? <RefusalDetail error={some[0].error} /> : null}
          </li>
        ))}
      </ul>
      <div className="actions">
        <Button onClick={() => triage.retry()}>{words.retry}</Button>
        <Button variant="subtle" onClick={() => triage.dismiss()}>
          {words.close}
        </Button>
      </div>
    </div>
  )
}
