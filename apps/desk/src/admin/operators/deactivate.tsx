/** Somebody does no more work: what is open goes back, and is named. */
import type { Operator } from '#contracts/operator/records.ts'
import { updateOperator } from '#contracts/operator.ts'
import { useAction } from '../../lib/api.ts'
import { useWords } from '../../lib/language.tsx'
import { HandBack } from './handed-back.tsx'
import { operatorWords } from './words.ts'

interface DeactivateProps {
  readonly operator: Operator
  readonly onClose: () => void
}

export const Deactivate = ({ operator: { id, version, name, load }, onClose }: DeactivateProps) => {
  const t = useWords(operatorWords)
  const act = useAction(updateOperator)
  return (
    <HandBack
      title={t.deactivateTitle({ name })}
      submit={t.deactivate}
      count={load.open + load.inProgress}
      act={act}
      onSubmit={() => act.mutate({ params: { id }, ifMatch: version, body: { state: 'INACTIVE' } })}
      onClose={onClose}
    >
      {t.deactivateHelp}
    </HandBack>
  )
}
