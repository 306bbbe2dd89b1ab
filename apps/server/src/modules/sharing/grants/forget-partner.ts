/** Takes a tenant that is erased out of the grants that other tenants have with it. */
import type { Platform } from '#server/platform/context.ts'
import { inTenant } from '#server/platform/db/tenant-db.ts'

const partnersText = `select receiver_id as id from grant_given where tenant_id = $1 and receiver_id is not null
  union select giver_id from grant_received where tenant_id = $1`
/** An offer names the slug until it is accepted. */
const givenText = 'delete from grant_given where tenant_id = $1 and (receiver_id = $2 or slug = $3)'
const slugText = 'select slug from tenant where id = $1'
const receivedText = 'delete from grant_received where tenant_id = $1 and giver_id = $2'

/** Before the tenant's own rows are erased, since they say who its partners are; safe to repeat. */
export const forgetPartner = async ({ databases }: Platform, tenantId: string): Promise<void> => {
  const { partners, slug } = await inTenant(databases.jobs, tenantId, 'read', async ({ run }) => ({
    partners: await run<{ id: string }>(partnersText, [tenantId]),
    slug: (await run<{ slug: string }>(slugText, [tenantId]))[0]?.slug,
  }))
  for (const { id } of partners)
    await inTenant(databases.jobs, id, 'write', async ({ run }) => {
      await run(givenText, [id, tenantId, slug])
      await run(receivedText, [id, tenantId])
    })
}
