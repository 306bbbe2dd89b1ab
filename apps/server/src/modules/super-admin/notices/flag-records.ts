/** Feature flags as super admins see them: those of the code, with what is switched. */
import { type FlagKey, flags } from '#contracts/flags.ts'
import type { FlagRecord } from '#contracts/super-admin/flags.ts'
import type { Platform } from '#server/platform/context.ts'

interface FlagRow {
  key: string
  everywhere: boolean | null
  plans: FlagRecord['plans']
  tenants: Record<string, boolean>
  updated_at: Date
}

const flagsText = 'select key, everywhere, plans, tenants, updated_at from feature_flag'
const namesText =
  "select id, name from tenant where id = any($1::uuid[]) and state <> 'ERASED' order by name, id"

/** By key, in the order of their names. */
export const readFlags = async ({ databases: { worker } }: Platform): Promise<FlagRecord[]> => {
  const { rows } = await worker.query<FlagRow>({ name: 'flags-of-platform', text: flagsText })
  const ids = [...new Set(rows.flatMap(({ tenants }) => Object.keys(tenants)))]
  const named = await worker.query<{ id: string; name: string }>({
    name: 'names-of-tenants',
    text: namesText,
    values: [ids],
  })
  return (Object.keys(flags) as FlagKey[]).sort().map((key) => {
    const row = rows.find((one) => one.key === key)
    return {
      key,
      description: flags[key].description,
      default: flags[key].default,
      global: row?.everywhere ?? null,
      plans: row?.plans ?? {},
      tenants: named.rows.flatMap(({ id, name }) => {
        const on = row?.tenants[id]
        return on === undefined ? [] : [{ id, name, on }]
      }),
      updatedAt: row?.updated_at.toISOString() ?? null,
    }
  })
}
