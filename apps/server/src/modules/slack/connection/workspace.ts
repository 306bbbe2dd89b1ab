/** The workspace of a tenant, and its token, which no other file reads. */
import type { SlackState } from '#contracts/slack/admin.ts'
import type { SignedContext, TenantContext } from '#server/platform/context.ts'

export type StoredState = 'NONE' | 'CONNECTED' | 'BROKEN' | 'REMOVED'

export interface WorkspaceRow {
  state: StoredState
  team_id: string | null
  team_name: string | null
  bot_user_id: string | null
  token: string | null
  connected_at: Date | null
  connected_by: string | null
  last_ok_at: Date | null
  fault: string | null
  fault_at: Date | null
  pending_until: Date | null
  version: number
}

const columns = `state, team_id, team_name, bot_user_id, token, connected_at, connected_by, last_ok_at, fault, fault_at,
  pending_until, version`
const readText = `select ${columns} from slack_workspace where tenant_id = $1`

export const readWorkspace = async (ctx: TenantContext): Promise<WorkspaceRow | undefined> =>
  (await ctx.run<WorkspaceRow>(readText, [ctx.tenantId]))[0]

/** Locks it until the commit. */
export const lockWorkspace = async (ctx: TenantContext): Promise<WorkspaceRow | undefined> =>
  (await ctx.run<WorkspaceRow>(`${readText} for update`, [ctx.tenantId]))[0]

export const stateOf = (row: WorkspaceRow | undefined, now: Date): SlackState => {
  if (!row) return 'NONE'
  if (row.state !== 'CONNECTED' && row.pending_until && row.pending_until > now) return 'PENDING'
  return row.state
}

const purposeOf = (tenantId: string): string => `slack:${tenantId}`

/** @returns undefined where there is none, or no known SECRET can decrypt it */
export const tokenOf = (ctx: TenantContext, { token }: WorkspaceRow): string | undefined =>
  token === null ? undefined : ctx.platform.keys.decrypt(purposeOf(ctx.tenantId), token)

export const renewToken = async (ctx: TenantContext): Promise<void> => {
  const row = await lockWorkspace(ctx)
  const renewed = row?.token && ctx.platform.keys.reencrypt(purposeOf(ctx.tenantId), row.token)
  if (renewed)
    await ctx.run('update slack_workspace set token = $2 where tenant_id = $1', [ctx.tenantId, renewed])
}

/** A browser came back from Slack; the answer of Slack is awaited until then. */
export const markPending = (ctx: TenantContext, until: Date | null): Promise<unknown> =>
  ctx.run(
    `insert into slack_workspace (tenant_id, state, pending_until) values ($1, 'NONE', $2)
     on conflict (tenant_id) do update set pending_until = $2`,
    [ctx.tenantId, until],
  )

export interface Installed {
  readonly teamId: string
  readonly teamName: string
  readonly botUserId: string
  readonly token: string
  readonly by: string
}

const forgetText = `with team as (delete from slack_team where tenant_id = $1)
  delete from slack_person where tenant_id = $1`

const connectText = `update slack_workspace set state = 'CONNECTED', team_id = $2, team_name = $3, bot_user_id = $4, token = $5,
    connected_at = $6, connected_by = $7, last_ok_at = $6, fault = null, fault_at = null, pending_until = null, version = version + 1
  where tenant_id = $1`

/**
 * @returns TAKEN where the workspace belongs to another tenant, or the tenant has another one; MOVED where it had
 * another one before
 */
export const connect = async (
  ctx: TenantContext,
  installed: Installed,
): Promise<'TAKEN' | 'MOVED' | 'SAME'> => {
  const before = await lockWorkspace(ctx)
  const { teamId, teamName, botUserId, token, by } = installed
  const formerTeam = before?.team_id ?? teamId
  if (before?.state === 'CONNECTED' && formerTeam !== teamId) return 'TAKEN'
  if (formerTeam !== teamId) await ctx.run(forgetText, [ctx.tenantId])
  await ctx.run(
    'insert into slack_team (team_id, tenant_id) values ($1, $2) on conflict (team_id) do nothing',
    [teamId, ctx.tenantId],
  )
  const [own] = await ctx.run('select 1 from slack_team where team_id = $1 and tenant_id = $2', [
    teamId,
    ctx.tenantId,
  ])
  if (!own) return 'TAKEN'
  const sealed = ctx.platform.keys.encrypt(purposeOf(ctx.tenantId), token)
  await ctx.run(connectText, [ctx.tenantId, teamId, teamName, botUserId, sealed, ctx.now, by])
  return formerTeam === teamId ? 'SAME' : 'MOVED'
}

const removeText = `update slack_workspace set state = 'REMOVED', team_id = null, bot_user_id = null, token = null,
    fault = null, fault_at = null, pending_until = null, version = version + 1
  where tenant_id = $1`

/** Forgets the token and the links of people. */
export const removeWorkspace = async (ctx: TenantContext): Promise<void> => {
  await ctx.run(forgetText, [ctx.tenantId])
  await ctx.run(removeText, [ctx.tenantId])
}

const breakText = `update slack_workspace set state = 'BROKEN', fault = $2, fault_at = $3, version = version + 1
  where tenant_id = $1 and state = 'CONNECTED' and connected_at < $3 returning state`

/** Slack refuses the token. @returns whether it worked before */
export const breakWorkspace = async (ctx: TenantContext, fault: string): Promise<boolean> =>
  (await ctx.run(breakText, [ctx.tenantId, fault, ctx.now])).length > 0

const healthyText = `update slack_workspace set last_ok_at = $2 where tenant_id = $1
  and (last_ok_at is null or last_ok_at < $2::timestamptz - interval '1 minute')`

/** Slack took a message; noted to the minute. */
export const noteHealthy = (ctx: TenantContext): Promise<unknown> =>
  ctx.run(healthyText, [ctx.tenantId, ctx.now])

/** What belongs to the connection was changed. */
export const raiseVersion = (ctx: TenantContext): Promise<unknown> =>
  ctx.run('update slack_workspace set version = version + 1 where tenant_id = $1', [ctx.tenantId])

export const isBroken = async (ctx: TenantContext): Promise<boolean> =>
  (await readWorkspace(ctx))?.state === 'BROKEN'

/** The tenant of a workspace that a signed call names. */
export const tenantOfTeam = async (
  { directory }: Pick<SignedContext, 'directory'>,
  teamId: string | undefined,
): Promise<string | undefined> => {
  if (teamId === undefined) return undefined
  const row = await directory
    .selectFrom('slack_team')
    .select('tenant_id')
    .where('team_id', '=', teamId)
    .executeTakeFirst()
  return row?.tenant_id
}
