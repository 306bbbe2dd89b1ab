import type { StaffContext } from '#server/platform/context.ts'
import { forbidden } from '#server/platform/errors.ts'

/** Whether the caller is the operator themselves. */
export const isOwn = ({ actor }: StaffContext, operatorId: string): boolean =>
  actor.kind === 'USER' && actor.operatorId === operatorId

/** A technician may change their own record only. @throws ServiceError FORBIDDEN */
export const requireOwn = ({ actor }: StaffContext, operatorId: string): void => {
  if (actor.kind === 'KEY' || actor.roles.includes('MANAGER') || actor.roles.includes('ADMIN')) return
  if (actor.operatorId !== operatorId) throw forbidden()
}
