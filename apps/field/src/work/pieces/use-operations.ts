/** What this person did; what others left on the phone is theirs. */
import { useCell } from '../../parts/cell.ts'
import { useAppServices } from '../app-services.ts'
import type { Operation } from '../outbox/operation.ts'

export const useOperations = (): readonly Operation[] => {
  const services = useAppServices()
  const me = services.persons.current()?.id
  return useCell(services.outbox.operations).filter(({ owner }) => owner === me)
}
