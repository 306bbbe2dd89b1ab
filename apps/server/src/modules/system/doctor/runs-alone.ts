/**
 * Whether the administrators of the asking tenant also run the installation: it is the only tenant, nobody is a super
 * admin, and no plans are sold. Otherwise disk, address and backups are the business of somebody else.
 */
import type { Platform } from '#server/platform/context.ts'

const othersText = `select (select count(*) from (select from tenant where state <> 'ERASED' limit 2) t)::int as tenants`
const superAdminText = 'select exists (select from platform_user) as found'

export const runsAlone = async ({ config, databases }: Platform): Promise<boolean> => {
  if (config.stripe) return false
  const [{ rows: tenants }, { rows: superAdmins }] = await Promise.all([
    databases.worker.query<{ tenants: number }>({ name: 'installation-tenants', text: othersText }),
    databases.app.query<{ found: boolean }>({ name: 'installation-super-admins', text: superAdminText }),
  ])
  return tenants[0]?.tenants === 1 && superAdmins[0]?.found === false
}
