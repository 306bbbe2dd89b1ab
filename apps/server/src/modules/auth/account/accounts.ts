/** Accounts by email address: at most one in each tenant. */
import type { Role } from '#contracts/kit/vocabulary.ts'
import type { PublicContext } from '#server/platform/context.ts'
import { ssoOnlySql } from '#server/platform/gate/sso-only.ts'
import type { Identity } from '../sign-in/identities.ts'

export interface Account {
  readonly tenantId: string
  /** the name of the tenant */
  readonly organisation: string
  readonly id: string
  readonly email: string
  readonly name: string
  readonly roles: Role[]
  readonly state: 'INVITED' | 'ACTIVE' | 'DISABLED'
  readonly passwordHash: string | null
  readonly language: string
  readonly verified: boolean
  readonly lastSignInAt: number
  /** wrong passwords in a row */
  readonly failedSignIns: number
  /** may sign in by SSO only */
  readonly ssoOnly: boolean
}

/** Invited people may use an emailed link too: opening it accepts the invitation. */
export const mailedLinksOpen = ({ state, ssoOnly }: Account): boolean => state !== 'DISABLED' && !ssoOnly

interface AccountRow {
  id: string
  organisation: string
  email: string
  name: string
  roles: Role[]
  state: Account['state']
  password_hash: string | null
  language: string
  email_verified_at: Date | null
  last_sign_in_at: Date | null
  failed_sign_ins: number
  sso_only: boolean
}

const select = `select u.id, t.name as organisation, u.email, u.name, u.roles, u.state, u.password_hash, u.language, u.email_verified_at,
    u.last_sign_in_at, u.failed_sign_ins, ${ssoOnlySql} as sso_only
  from app_user u join tenant t on t.id = u.tenant_id
  where u.tenant_id = $1 and u.id = $2 and u.removed_at is null`

/** Beyond this many tenants an address is being abused; verified accounts come first, so they stay within the limit. */
const maxAccounts = 20

interface DirectoryRow {
  readonly tenant_id: string
  readonly user_id: string
}

/** A row that no tenant has: an unknown address costs one lookup too, so the response time does not reveal it. */
const unknownAccount: DirectoryRow = {
  tenant_id: '00000000-0000-0000-0000-000000000000',
  user_id: '00000000-0000-0000-0000-000000000000',
}

/** Verified ones first, then the last used. */
const loadAccounts = async (ctx: PublicContext, lines: readonly DirectoryRow[]): Promise<Account[]> => {
  // Row-level security shows one tenant per transaction, so each row needs its own.
  const found = await Promise.all(
    (lines.length > 0 ? lines : [unknownAccount]).map(({ tenant_id, user_id }) =>
      ctx.inTenant(tenant_id, 'read', async (tenant) => ({
        tenant_id,
        row: (await tenant.run<AccountRow>(select, [tenant_id, user_id]))[0],
      })),
    ),
  )
  return found
    .flatMap(({ tenant_id, row }) =>
      row
        ? [
            {
              tenantId: tenant_id,
              organisation: row.organisation,
              id: row.id,
              email: row.email,
              name: row.name,
              roles: row.roles,
              state: row.state,
              passwordHash: row.password_hash,
              language: row.language,
              verified: row.email_verified_at !== null,
              lastSignInAt: row.last_sign_in_at?.getTime() ?? 0,
              failedSignIns: row.failed_sign_ins,
              ssoOnly: row.sso_only,
            },
          ]
        : [],
    )
    .sort((a, b) => Number(b.verified) - Number(a.verified) || b.lastSignInAt - a.lastSignInAt)
}

export const accountsOf = async (
  ctx: PublicContext,
  email: string,
  tenantId?: string,
): Promise<Account[]> => {
  let query = ctx.directory
    .selectFrom('email_directory')
    .select(['tenant_id', 'user_id', 'proved'])
    .where('email', '=', email)
  if (tenantId) query = query.where('tenant_id', '=', tenantId)
  // Then the oldest tenants, so that newly created accounts cannot push existing ones over the limit.
  const lines = await query.orderBy('proved', 'desc').orderBy('tenant_id').limit(maxAccounts).execute()
  const accounts = await loadAccounts(ctx, lines)
  const missed = accounts.filter(
    ({ id, verified }) => verified && lines.some((line) => line.user_id === id && !line.proved),
  )
  // The version before left this to a trigger that is gone, so what it proved meanwhile is noted here.
  if (missed.length > 0)
    await ctx.directory
      .updateTable('email_directory')
      .set({ proved: true })
      .where('email', '=', email)
      .where(
        'user_id',
        'in',
        missed.map(({ id }) => id),
      )
      .execute()
  return accounts
}

/** Accounts that this identity of another provider signs in to. */
export const accountsOfIdentity = async (
  ctx: PublicContext,
  { provider, subject }: Pick<Identity, 'provider' | 'subject'>,
): Promise<Account[]> => {
  const lines = await ctx.directory
    .selectFrom('identity_directory')
    .select(['tenant_id', 'user_id'])
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .orderBy('tenant_id', 'desc')
    .limit(maxAccounts)
    .execute()
  return loadAccounts(ctx, lines)
}
