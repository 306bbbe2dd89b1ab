/** The own record in the operator registry: duty, and what was handed over. Needs a connection. */
import type { Client } from '#client/client.ts'
import type { CallInput } from '#client/types.ts'
import type { DutyChanged, OperatorDetail } from '#contracts/operator/records.ts'
import { getOperator, setDuty } from '#contracts/operator.ts'

export interface ShiftSource {
  /** @throws ApiError */
  read(operatorId: string): Promise<OperatorDetail>
  /** @throws ApiError */
  tell(operatorId: string, duty: CallInput<typeof setDuty>['body']): Promise<DutyChanged>
}

export const createShiftSource = (client: Client): ShiftSource => ({
  read: (id) => client.call(getOperator, { params: { id } }),
  tell: (id, body) => client.call(setDuty, { params: { id }, body }),
})
