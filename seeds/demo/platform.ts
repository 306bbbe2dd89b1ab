/** The platform of the demo: a super admin, and two more tenants of numbers only. */
import { createHmac } from 'node:crypto'
import { createTenant } from '#server/modules/auth/public.ts'
import { countUsage, ensureSuperAdmin } from '#server/modules/super-admin/public.ts'
import type { Platform, TenantContext } from '#server/platform/context.ts'
import { isTaken } from '#server/platform/db/unique.ts'
import { newId } from '#server/platform/ids.ts'
import { asSystem, listTenants } from '../tenants.ts'

const email = 'super@demo.example'
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The same at each start, so that a code of an authenticator app stays right: 160 bits. */
const secretOf = ({ config }: Platform): string =>
  [...createHmac('sha256', config.secret).update('demo super admin').digest()]
    .map((byte) => alphabet[byte & 31])
    .join('')

const addBuildings = (ctx: TenantContext, names: readonly string[]): Promise<unknown> =>
  ctx.db
    .insertInto('building')
    .values(
      names.map((name) => ({
        tenant_id: ctx.tenantId,
        id: newId(ctx.now.getTime()),
        name,
        time_zone: 'Europe/Berlin',
        created_at: ctx.now,
      })),
    )
    .execute()

const others = [
  {
    slug: 'lindenbad',
    name: 'Lindenbad',
    plan: 'TRIAL',
    write: (ctx: TenantContext) => addBuildings(ctx, ['Hallenbad', 'Freibad', 'Sauna']),
  },
  {
    slug: 'northgate-stores',
    name: 'Northgate Stores',
    plan: 'STARTER',
    write: async (ctx: TenantContext) => {
      await addBuildings(ctx, ['Store 1', 'Store 2'])
      await ctx.run(
        "update tenant set state = 'PAST_DUE', past_due_since = $2, grace_until = $3 where id = $1",
        [
          ctx.tenantId,
          new Date(ctx.now.getTime() - 4 * 86_400_000),
          new Date(ctx.now.getTime() + 10 * 86_400_000),
        ],
      )
    },
  },
] as const

/** Whether it is one of the tenants beside the demo that nobody signs in to. */
export const isOfNumbersOnly = (slug: string): boolean => others.some((one) => one.slug === slug)

/** @param password that of the demo */
export const seedPlatform = async (
  platform: Platform,
  password: string,
): Promise<{ readonly email: string; readonly totpSecret: string }> => {
  const totpSecret = secretOf(platform)
  await ensureSuperAdmin(platform, { email, password, totpSecret })
  const known = new Set((await listTenants(platform)).map(({ slug }) => slug))
  const now = platform.clock.now()
  for (const { slug, name, plan, write } of others) {
    if (known.has(slug)) continue
    try {
      await asSystem(platform, newId(now.getTime()), now, async (ctx) => {
        await createTenant(ctx, { name, slug, plan, timeZone: 'Europe/Berlin', language: 'en' })
        await write(ctx)
      })
    } catch (error) {
      // Another instance has created it at the same moment.
      if (!isTaken(error)) throw error
    }
  }
  // Counted at once, so that the numbers are there before the full hour.
  for (const { id } of await listTenants(platform)) await asSystem(platform, id, now, countUsage)
  return { email, totpSecret }
}
