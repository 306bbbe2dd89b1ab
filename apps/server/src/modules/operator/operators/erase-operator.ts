import { dropProofs } from '#server/modules/uploads/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { formerMember } from '#server/platform/former-member.ts'
import { eraseContacts } from '../companies/erase-contacts.ts'
import { eraseShiftNotes } from '../duty/shift-notes.ts'
import { releaseOperator } from './release-operator.ts'

interface OperatorRow {
  id: string
  user_id: string | null
  name: string
}

const lockText = `select o.id, o.user_id, o.name from operator o
  left join app_user u on u.tenant_id = $1 and u.id = o.user_id
  where o.tenant_id = $1 and ((o.user_id = $2 and u.removed_at is not null) or (o.id = $2 and o.state = 'INACTIVE'))
  for update of o`
const eraseText = `update operator set name = $3, email = null, languages = '{}', duty = 'OFF', duty_at = null, duty_until = null,
    state = 'INACTIVE', shifts = '{"weekly": [], "exceptions": []}', version = version + 1, updated_at = $4
  where tenant_id = $1 and id = $2`
const certificatesText =
  'delete from operator_certification where tenant_id = $1 and operator_id = $2 returning proof_key'

/**
 * Erases the personal data of an inactive operator, or of the operator of a removed member.
 * @param personId of the operator or of the account
 * @returns who they were; undefined if there is no such operator
 */
export const eraseOperator = async (
  ctx: TenantContext,
  personId: string,
): Promise<{ readonly id: string; readonly name: string } | undefined> => {
  const [before] = await ctx.run<OperatorRow>(lockText, [ctx.tenantId, personId])
  if (!before) return undefined
  await releaseOperator(ctx, before)
  ctx.invalidate('tasks')
  await ctx.run(eraseText, [ctx.tenantId, before.id, formerMember, ctx.now])
  const gone = await ctx.run<{ proof_key: string | null }>(certificatesText, [ctx.tenantId, before.id])
  await dropProofs(
    ctx,
    gone.flatMap(({ proof_key }) => (proof_key === null ? [] : [proof_key])),
    [],
  )
  await eraseShiftNotes(ctx, before.id)
  await eraseContacts(ctx, before.name)
  return { id: before.id, name: before.name }
}
