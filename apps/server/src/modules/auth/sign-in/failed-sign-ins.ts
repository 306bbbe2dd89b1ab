/**
 * Counts wrong passwords in a row of an account. A hundred of them block the password, not the account: an emailed
 * link or another provider unblocks it. No answer reveals any of this.
 */
import type { PublicContext } from '#server/platform/context.ts'
import type { Account } from '../account/accounts.ts'

export const mostFailures = 100

const noAccount = '00000000-0000-0000-0000-000000000000'

/**
 * Does the same work if there is nobody to count for, and does not wait for the disk: both would show in the response
 * time.
 */
export const countFailure = async (ctx: PublicContext, accounts: readonly Account[]): Promise<void> => {
  const counted = accounts.length > 0 ? accounts : [{ tenantId: noAccount, id: noAccount }]
  await Promise.all(
    counted.map(({ tenantId, id }) =>
      ctx.inTenant(tenantId, 'write', async (tenant) => {
        await tenant.run('set local synchronous_commit = off', [])
        await tenant.run(
          'update app_user set failed_sign_ins = failed_sign_ins + 1 where tenant_id = $1 and id = $2 and failed_sign_ins < $3',
          [tenantId, id, mostFailures],
        )
      }),
    ),
  )
}
