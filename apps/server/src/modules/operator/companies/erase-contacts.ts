import type { TenantContext } from '#server/platform/context.ts'
import { formerMember } from '#server/platform/former-member.ts'

const text = `update company set contacts = (
    select jsonb_agg(case when c.contact ->> 'name' = $2 then $3::jsonb else c.contact end order by c.n)
    from jsonb_array_elements(contacts) with ordinality as c (contact, n)), version = version + 1, updated_at = $4
  where tenant_id = $1 and contacts @> jsonb_build_array(jsonb_build_object('name', $2::text))`

/** Erases the contacts of companies with this name; a contact stays, without name, address and number. */
export const eraseContacts = async (ctx: TenantContext, name: string): Promise<void> => {
  const nobody = JSON.stringify({ name: formerMember, email: null, phone: null })
  await ctx.run(text, [ctx.tenantId, name, nobody, ctx.now])
}
