import { updateMe } from '#contracts/auth.ts'
import type { Input } from '#contracts/kit/endpoint.ts'
import type { Role } from '#contracts/kit/vocabulary.ts'
import { addConnection, endConnection } from '#server/modules/mcp/public.ts'
import { auditLink, unlinkPerson } from '#server/modules/slack/connection/public.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { forbidden, invalid, notFound } from '#server/platform/errors.ts'
import { requireFlag } from '#server/platform/flags.ts'
import { recordAudit } from '#server/platform/gate/audit.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import { ask } from '#server/platform/mail/define.ts'
import { addSubscription, removeSubscription } from '#server/platform/push/subscriptions.ts'
import { connectionAdded } from '../mails/connection-added.ts'
import { endSessions } from '../sign-in/sessions.ts'
import { askForTest } from './ask-for-test.ts'
import { mergeChoices, type StoredPreferences } from './preferences.ts'
import { presentMe } from './present-me.ts'
import { hasOverdueAlert, overdueAlertJob, viewsFrom } from './saved-views.ts'

type Body = Input<typeof updateMe>['body']

const withChanges = (
  stored: StoredPreferences,
  body: Body,
  roles: readonly Role[],
  now: Date,
): StoredPreferences => {
  const { theme, quietHours, notifications, savedViews, shortcuts } = body
  if (quietHours && quietHours.from === quietHours.to)
    throw invalid('body.quietHours', 'must not start and end at the same time')
  return {
    ...stored,
    ...(theme === undefined ? {} : { theme }),
    ...(quietHours === undefined ? {} : { quietHours }),
    ...(notifications === undefined
      ? {}
      : { notifications: mergeChoices(stored.notifications, notifications) }),
    ...(savedViews === undefined
      ? {}
      : { savedViews: viewsFrom(savedViews, stored.savedViews ?? [], roles, now) }),
    ...(shortcuts === undefined ? {} : { shortcuts }),
  }
}

type Connections = NonNullable<Body['connections']>

/** @returns what is shown once of a new one */
const changeConnections = async (
  ctx: StaffContext,
  actor: Extract<StaffContext['actor'], { kind: 'USER' }>,
  { add, end }: Connections,
): Promise<{ id: string; token: string } | undefined> => {
  if (end !== undefined) {
    const whose = actor.roles.includes('ADMIN') ? 'ANYBODY' : { userId: actor.id }
    const ended = await endConnection(ctx, end, whose)
    if (!ended) throw notFound()
    recordAudit(ctx, { action: 'auth.endConnection', target: end, targetName: ended.name, fields: [] })
  }
  if (!add) return undefined
  requireFlag(ctx.platform.flags, 'MCP', ctx.tenant)
  const made = await addConnection(ctx, { userId: actor.id, sessionId: actor.sessionId }, add)
  recordAudit(ctx, { action: 'auth.addConnection', target: made.id, targetName: add.name, fields: [] })
  const { expiresAt, ...shown } = made
  await ask(ctx, connectionAdded, {
    userId: actor.id,
    name: add.name,
    write: add.write,
    at: ctx.now.toISOString(),
    expiresAt: expiresAt.toISOString(),
  })
  return shown
}

export default serve(updateMe)(async (ctx, { body }) => {
  const { actor } = ctx
  if (actor.kind !== 'USER') throw forbidden()
  const user = await ctx.db
    .selectFrom('app_user')
    .select(['preferences', 'version'])
    .where('id', '=', actor.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  requireVersion(ctx, user.version)
  const {
    name,
    language,
    timeZone,
    endSession,
    pushSubscriptions,
    testNotification,
    slack,
    connections,
    ...chosen
  } = body
  if (endSession !== undefined && !(await endSessions(ctx, actor.id, { only: endSession }))) throw notFound()
  if (pushSubscriptions?.remove !== undefined)
    await removeSubscription(ctx, actor.id, pushSubscriptions.remove)
  if (pushSubscriptions?.add)
    await addSubscription(ctx, { userId: actor.id, sessionId: actor.sessionId }, pushSubscriptions.add)
  if (slack === null && (await unlinkPerson(ctx, actor.id))) auditLink(ctx, 'slack.unlinkPerson', actor)
  const preferences =
    Object.keys(chosen).length === 0
      ? undefined
      : withChanges(user.preferences as StoredPreferences, chosen, actor.roles, ctx.now)
  if (chosen.savedViews && hasOverdueAlert(preferences?.savedViews ?? []))
    await ctx.scheduleNoLaterThan(overdueAlertJob.kind, overdueAlertJob.key, ctx.now)
  const newConnection = connections && (await changeConnections(ctx, actor, connections))
  const columns = {
    ...(name === undefined ? {} : { name }),
    ...(language === undefined ? {} : { language }),
    ...(timeZone === undefined ? {} : { time_zone: timeZone }),
    ...(preferences ? { preferences: JSON.stringify(preferences) } : {}),
  }
  if (name !== undefined || language !== undefined) ctx.invalidate('tasks')
  if (timeZone !== undefined || chosen.notifications !== undefined || chosen.quietHours !== undefined)
    await ctx.schedule('digest.plan', actor.id, ctx.now)
  if (Object.keys(columns).length > 0) {
    await ctx.db
      .updateTable('app_user')
      .set((eb) => ({ ...columns, version: eb('version', '+', 1) }))
      .where('id', '=', actor.id)
      .execute()
  }
  const me = { ...(await presentMe(ctx)), ...(newConnection ? { newConnection } : {}) }
  return testNotification
    ? { ...me, testNotification: await askForTest(ctx, actor.id, me.user?.pushSubscriptions.length ?? 0) }
    : me
})
