/** Runs an endpoint of staff for a member who calls by other means than HTTP, with the same checks and audit entry. */
import { changesSomething, type Endpoint, type Input, type Output } from '#contracts/kit/endpoint.ts'
import type { StaffContext } from '../context.ts'
import { requireFlag } from '../flags.ts'
import type { Handler } from '../http/serve.ts'
import { inMaintenance } from '../maintenance.ts'
import { auditCall } from './audit.ts'
import { authorize } from './authorize.ts'
import type { Principal } from './principal.ts'
import { checkCall } from './read-call.ts'

/**
 * @param source what the audit log shows in place of the browser
 * @throws ServiceError as the endpoint would
 */
export const runAs = async <E extends Endpoint>(
  ctx: StaffContext,
  principal: Principal,
  { spec, run }: Handler<E>,
  input: Partial<Input<E>>,
  source: string,
): Promise<Output<E>> => {
  const { flags, maintenance, disk } = ctx.platform
  requireFlag(flags, spec.flag, principal.tenant)
  authorize(spec, principal)
  const changes = changesSomething(spec)
  if (changes && maintenance.state.on && !spec.whenReadOnly) throw inMaintenance(maintenance.state)
  if (changes) disk.assertSpace()
  const { params, query = {}, body } = input
  const checked = checkCall(spec, { params, query, body })
  const answer = (await run(ctx as never, checked as never)) as Output<E>
  if (changes) auditCall(ctx, spec, { ...checked, answer, userAgent: '', source })
  return answer
}
