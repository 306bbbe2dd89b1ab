/** The current user's operations; those of other users on this phone are left out. */
import { useCell } from '#field-kit/cell.ts'
import { useAppServices } from '../app-services.ts'
import type { Operation } from '../outbox/operation.ts'

export const useOperations = (): readonly Operation[] => {
  const services = useAppServices()
  const me = services.persons.current()?.id
  return useCell(services.outbox.operations).filter(({ owner }) => owner === me)
}
