/** What this person did; what others left on the phone is theirs. */
import { useCell } from '../../parts/cell.ts'
import { useOffice } from '../office.ts'
import type { Operation } from '../outbox/operation.ts'

export const useOperations = (): readonly Operation[] => {
  const office = useOffice()
  const me = office.persons.current()?.id
  return useCell(office.outbox.operations).filter(({ owner }) => owner === me)
}
