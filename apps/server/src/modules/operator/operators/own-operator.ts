import type { StaffContext } from '#server/platform/context.ts'
import { forbidden } from '#server/platform/errors.ts'

/** Whether it is the operator who acts, not somebody for them. */
export const isOwn = ({ actor }: StaffContext, operatorId: string): boolean =>
  actor.kind === 'USER' && actor.operatorId === operatorId

/** A technician has to do with their own record only. @throws ServiceError FORBIDDEN */
export const requireOwn = ({ actor }: StaffContext, operatorId: string): void => {
  if (actor.kind === 'KEY' || actor.roles.includes('MANAGER') || actor.roles.includes('ADMIN')) return
  if (actor.operatorId !== operatorId) throw forbidden()
}
