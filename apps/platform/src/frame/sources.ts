/** Options that the service searches. */
import { getTenant, listTenants } from '#contracts/super-admin/tenants.ts'
import type { Found, Source } from '#desk-kit/find/sources.ts'
import { client } from '#desk-kit/lib/api.ts'

const named = ({ id, name }: { readonly id: string; readonly name: string }): Found => ({
  value: id,
  label: name,
})

export const sources = {
  tenants: {
    find: async (typed, { signal }) => {
      const query = { q: typed || undefined, sort: 'name', pageSize: 20 } as const
      const { items, total } = await client.call(listTenants, { query }, { signal })
      return { found: items.map(named), more: total > items.length }
    },
    one: async (id, { signal }) => named(await client.call(getTenant, { params: { id } }, { signal })),
  },
} as const satisfies Record<string, Source>

declare module '#desk-kit/find/sources.ts' {
  interface Sources extends Readonly<Record<keyof typeof sources, Source>> {}
}
