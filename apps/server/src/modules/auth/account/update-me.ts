import { updateMe } from '#contracts/auth.ts'
import type { Input } from '#contracts/kit/endpoint.ts'
import type { SavedView } from '#contracts/preferences.ts'
import { forbidden, invalid, notFound } from '#server/platform/errors.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import { newId } from '#server/platform/ids.ts'
import { addSubscription, removeSubscription } from '#server/platform/push/subscriptions.ts'
import { endSessions } from '../sign-in/sessions.ts'
import { askForTest } from './ask-for-test.ts'
import { mergeChoices, preferencesOf, type StoredPreferences } from './preferences.ts'
import { presentMe } from './present-me.ts'

type Body = Input<typeof updateMe>['body']

/** A view keeps its id; a new one gets one. */
const viewsFrom = (
  views: NonNullable<Body['savedViews']>,
  before: readonly SavedView[],
  now: Date,
): SavedView[] => {
  const known = new Set(before.map(({ id }) => id))
  const ids = views.map(({ id }) => id).filter((id) => id !== undefined)
  if (new Set(ids).size < ids.length) throw invalid('body.savedViews', 'names a view twice')
  if (ids.some((id) => !known.has(id))) throw notFound()
  return views.map((view) => ({ ...view, id: view.id ?? newId(now.getTime()) }))
}

const withChanges = (stored: StoredPreferences, body: Body, now: Date): StoredPreferences => {
  const { theme, quietHours, notifications, savedViews, shortcuts } = body
  if (quietHours && quietHours.from === quietHours.to)
    throw invalid('body.quietHours', 'must end at another time than they begin')
  return {
    ...stored,
    ...(theme === undefined ? {} : { theme }),
    ...(quietHours === undefined ? {} : { quietHours }),
    ...(notifications === undefined
      ? {}
      : { notifications: mergeChoices(stored.notifications, notifications) }),
    ...(savedViews === undefined
      ? {}
      : { savedViews: viewsFrom(savedViews, preferencesOf(stored).savedViews, now) }),
    ...(shortcuts === undefined ? {} : { shortcuts }),
  }
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
  const { name, language, timeZone, endSession, pushSubscriptions, testNotification, ...chosen } = body
  if (endSession !== undefined && !(await endSessions(ctx, actor.id, { only: endSession }))) throw notFound()
  if (pushSubscriptions?.remove !== undefined)
    await removeSubscription(ctx, actor.id, pushSubscriptions.remove)
  if (pushSubscriptions?.add)
    await addSubscription(ctx, { userId: actor.id, sessionId: actor.sessionId }, pushSubscriptions.add)
  const columns = {
    ...(name === undefined ? {} : { name }),
    ...(language === undefined ? {} : { language }),
    ...(timeZone === undefined ? {} : { time_zone: timeZone }),
    ...(Object.keys(chosen).length === 0
      ? {}
      : { preferences: JSON.stringify(withChanges(user.preferences as StoredPreferences, chosen, ctx.now)) }),
  }
  if (name !== undefined || language !== undefined) ctx.touch('tasks')
  if (timeZone !== undefined || chosen.notifications !== undefined || chosen.quietHours !== undefined)
    await ctx.at('digest.plan', actor.id, ctx.now)
  if (Object.keys(columns).length > 0) {
    await ctx.db
      .updateTable('app_user')
      .set((eb) => ({ ...columns, version: eb('version', '+', 1) }))
      .where('id', '=', actor.id)
      .execute()
  }
  const me = await presentMe(ctx)
  return testNotification
    ? { ...me, testNotification: await askForTest(ctx, actor.id, me.user?.pushSubscriptions.length ?? 0) }
    : me
})
