/** The caller as GET and PATCH /api/auth/me return it. */

import type { Me } from '#contracts/auth.ts'
import { entitlementsOf } from '#contracts/kit/plan-features.ts'
import { type VisitorLanguage, visitorLanguages } from '#contracts/kit/vocabulary.ts'
import { countThisMonth } from '#server/modules/feedback/public.ts'
import { connectionsOf } from '#server/modules/mcp/public.ts'
import { slackOfMe } from '#server/modules/slack/connection/public.ts'
import type { Actor, StaffContext } from '#server/platform/context.ts'
import { countUsed } from '#server/platform/gate/plan-limits.ts'
import { readLimits, statusOf } from '#server/platform/gate/tenant-status.ts'
import { announcementsFor, flagsOf, supportIn } from '#server/platform/notices.ts'
import { subscriptionsOf } from '#server/platform/push/subscriptions.ts'
import { storedZone } from '#server/platform/stored-zone.ts'
import { preferencesOf } from './preferences.ts'

type Person = Extract<Actor, { kind: 'USER' }>

const languageOf = (tag: string | undefined): VisitorLanguage =>
  visitorLanguages.find((language) => language === tag) ?? 'en'

const presentUser = async (
  ctx: StaffContext,
  actor: Person,
): Promise<{ user: NonNullable<Me['user']>; version: number }> => {
  const user = await ctx.db
    .selectFrom('app_user')
    .selectAll()
    .where('id', '=', actor.id)
    .executeTakeFirstOrThrow()
  return {
    user: {
      id: user.id,
      email: user.email,
      name: user.name,
      roles: [...actor.roles],
      active: user.state === 'ACTIVE',
      createdAt: user.created_at.toISOString(),
      language: languageOf(user.language),
      timeZone: user.time_zone === null ? null : storedZone(user.time_zone),
      hasPassword: user.password_hash !== null,
      buildingIds: [...actor.buildingIds],
      operatorId: actor.operatorId,
      ...preferencesOf(user.preferences),
      pushSubscriptions: await subscriptionsOf(ctx, { userId: user.id, sessionId: actor.sessionId }),
    },
    version: user.version,
  }
}

const presentSessions = async (ctx: StaffContext, actor: Person): Promise<Me['sessions']> => {
  const sessions = await ctx.db
    .selectFrom('session')
    .select(['id', 'created_at', 'last_used_at', 'device'])
    .where('user_id', '=', actor.id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', ctx.now)
    .orderBy('last_used_at', 'desc')
    .limit(100)
    .execute()
  return sessions.map((session) => ({
    id: session.id,
    createdAt: session.created_at.toISOString(),
    lastUsedAt: session.last_used_at.toISOString(),
    device: session.device || null,
    current: session.id === actor.sessionId,
  }))
}

const administratorsText = `select name from app_user
  where tenant_id = $1 and removed_at is null and state = 'ACTIVE' and 'ADMIN' = any(roles) order by name, id limit 5`

const administratorsFor = async (ctx: StaffContext): Promise<Pick<Me['tenant'], 'administrators'>> => {
  if (ctx.actor.kind === 'KEY' || !ctx.actor.roles.some((role) => role !== 'TECHNICIAN')) return {}
  const rows = await ctx.run<{ name: string }>(administratorsText, [ctx.tenantId])
  return { administrators: rows.map(({ name }) => name) }
}

const presentTenant = async (ctx: StaffContext): Promise<Me['tenant']> => {
  const tenant = await ctx.db
    .selectFrom('tenant')
    .selectAll()
    .where('id', '=', ctx.tenantId)
    .executeTakeFirstOrThrow()
  const arena = await ctx.db
    .selectFrom('arena_setting')
    .select('enabled')
    .where('tenant_id', '=', ctx.tenantId)
    .executeTakeFirst()
  const settings = tenant.settings as {
    profile?: { locale?: string; weekStart?: Me['tenant']['weekStart'] }
    privacy?: { retentionDays?: number | null }
    work?: { photoRequiredToFinish?: boolean }
  } | null
  return {
    id: tenant.id,
    name: tenant.name,
    slug: tenant.slug,
    plan: ctx.tenant.plan,
    timeZone: storedZone(tenant.time_zone),
    language: languageOf(settings?.profile?.locale),
    weekStart: settings?.profile?.weekStart ?? 'MONDAY',
    readOnly: ctx.readOnly,
    trialEndsAt: tenant.trial_ends_at?.toISOString() ?? null,
    state: statusOf({ plan: ctx.tenant.plan, tenant_state: tenant.state }),
    graceUntil: tenant.grace_until?.toISOString() ?? null,
    historyShrinksAt:
      tenant.history_shrinks_at && tenant.history_shrinks_at > ctx.now
        ? tenant.history_shrinks_at.toISOString()
        : null,
    retentionDays: settings?.privacy?.retentionDays ?? null,
    photoRequiredToFinish: settings?.work?.photoRequiredToFinish ?? false,
    arena: flagsOf(ctx).includes('ARENA') && arena?.enabled === true,
    ...(await administratorsFor(ctx)),
  }
}

const presentLimits = async (ctx: StaffContext): Promise<Me['limits']> => {
  const limits = await readLimits(ctx)
  return {
    buildings: { used: await countUsed(ctx, 'buildings'), limit: limits.buildings },
    qrCodes: { used: await countUsed(ctx, 'qrCodes'), limit: limits.qrCodes },
    members: { used: await countUsed(ctx, 'members'), limit: limits.members },
    apiKeys: { used: await countUsed(ctx, 'apiKeys'), limit: limits.apiKeys },
    webhooks: { used: await countUsed(ctx, 'webhooks'), limit: limits.webhooks },
    shareLinks: { used: await countUsed(ctx, 'shareLinks'), limit: limits.shareLinks },
    scouts: { used: await countUsed(ctx, 'scouts'), limit: limits.scouts },
    feedbackThisMonth: { used: await countThisMonth(ctx), limit: limits.feedbackThisMonth },
  }
}

export const presentMe = async (ctx: StaffContext): Promise<Me> => {
  const { actor } = ctx
  const caller =
    actor.kind === 'USER'
      ? { ...(await presentUser(ctx, actor)), key: null, sessions: await presentSessions(ctx, actor) }
      : {
          user: null,
          version: 0,
          key: { id: actor.id, name: actor.name, scopes: [...actor.scopes] },
          sessions: [],
        }
  const tenant = await presentTenant(ctx)
  return {
    user: caller.user,
    key: caller.key,
    tenant,
    entitlements: entitlementsOf(ctx.tenant.plan),
    limits: await presentLimits(ctx),
    sessions: caller.sessions,
    slack: await slackOfMe(ctx),
    connections: actor.kind === 'USER' ? await connectionsOf(ctx, actor.id) : [],
    flags: flagsOf(ctx),
    announcements: await announcementsFor(ctx, caller.user?.language ?? tenant.language),
    support: await supportIn(ctx),
    pushKey: ctx.platform.pushKeys.publicKey,
    version: caller.version,
  }
}
