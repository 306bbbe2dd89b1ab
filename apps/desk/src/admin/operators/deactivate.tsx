/** Deactivates an operator; open tasks become unassigned and are listed. */
import type { Operator } from '#contracts/operator/records.ts'
import { updateOperator } from '#contracts/operator.ts'
import { useAction } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { operatorMessages } from './messages.ts'
import { UnassignConfirm } from './unassign-confirm.tsx'

interface DeactivateProps {
  readonly operator: Operator
  readonly onClose: () => void
}

export const Deactivate = ({ operator: { id, version, name, load }, onClose }: DeactivateProps) => {
  const t = useMessages(operatorMessages)
  const action = useAction(updateOperator)
  return (
    <UnassignConfirm
      title={t.deactivateTitle({ name })}
      submit={t.deactivate}
      count={load.open + load.inProgress}
      action={action}
      onSubmit={() => action.mutate({ params: { id }, ifMatch: version, body: { state: 'INACTIVE' } })}
      onClose={onClose}
    >
      {t.deactivateHelp}
    </UnassignConfirm>
  )
}
