import { toServerTime } from '#server/platform/client-time.ts'
import type { RealmContext, ScoutActor } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import type { Origin } from './report.ts'

interface Said {
  readonly body: { readonly at?: string | undefined }
  readonly query: { readonly sentAt?: string | undefined }
}

/** Where a single call comes from. */
export const originOf = (ctx: RealmContext<ScoutActor>, { body, query }: Said): Origin => ({
  clientId: newId(ctx.now.getTime()),
  session: ctx.actor.sessionId,
  said: body.at === undefined ? ctx.now : toServerTime(body.at, query.sentAt, ctx.now),
})
