/** `npx wellkept erase-tenant SLUG --yes`: erases a tenant that is closing now. */
import { erase } from '#server/modules/super-admin/public.ts'
import type { Platform } from '#server/platform/context.ts'

const text = "select id, state from tenant where slug = $1 and state <> 'ERASED'"

/** @throws Error without `yes`, and for a tenant that is not closing */
export const eraseBySlug = async (
  { platform }: { readonly platform: Platform },
  slug: string,
  yes: boolean,
): Promise<{ readonly rows: number; readonly files: number }> => {
  const { rows } = await platform.databases.worker.query<{ id: string; state: string }>(text, [slug])
  const [tenant] = rows
  if (!tenant) throw new Error(`There is no tenant ${slug}`)
  if (tenant.state !== 'CLOSING') throw new Error(`${slug} is not closing; a super admin starts that`)
  if (!yes) throw new Error('Nothing can be restored afterwards; repeat the command with --yes')
  return erase(platform, tenant.id)
}
