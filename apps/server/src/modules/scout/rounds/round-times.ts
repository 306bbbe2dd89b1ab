/** When things were done on a round, and until when it takes them. */

import type { Static } from 'typebox'
import type { InstantInput } from '#contracts/kit/text.ts'
import { clampTime, toServerTime } from '#server/platform/client-time.ts'
import { invalid } from '#server/platform/errors.ts'
import type { RoundRow } from './own-rounds.ts'

const hourMs = 3_600_000
/** A round may be started so long before it opens. */
const earlyMs = 12 * hourMs
/** An expired round takes so long what was done before. */
const lateMs = 7 * 24 * hourMs

interface Said {
  readonly body: { readonly at?: Static<typeof InstantInput> | undefined } | undefined
  readonly query: { readonly sentAt?: string | undefined }
}

/** When a single call says that it was done, on the service's clock. */
export const saidTime = (ctx: { readonly now: Date }, { body, query }: Said): Date =>
  body?.at === undefined ? ctx.now : toServerTime(body.at, query.sentAt, ctx.now)

/** Whether an expired round takes what was done at this time. */
const isInTime = ({ expired_at }: RoundRow, at: Date, now: Date): boolean =>
  expired_at !== null && at <= expired_at && now.getTime() - expired_at.getTime() <= lateMs

/** @returns the time, neither before `earliest` nor after now. @throws ServiceError VALIDATION_ERROR if not under way */
export const timeUnderWay = (ctx: { readonly now: Date }, round: RoundRow, at: Date): Date => {
  const isOpen =
    round.state === 'IN_PROGRESS' ||
    round.state === 'PAUSED' ||
    (round.state === 'EXPIRED' && round.started_at !== null && isInTime(round, at, ctx.now))
  if (!isOpen || round.started_at === null) throw invalid('id', `the round is ${round.state}`)
  return clampTime(at, round.started_at, ctx.now)
}

/** @throws ServiceError VALIDATION_ERROR for a round that may not be started then */
export const timeOfStart = (ctx: { readonly now: Date }, round: RoundRow, at: Date): Date => {
  const isOpen =
    round.state === 'SCHEDULED' ||
    round.state === 'ACCEPTED' ||
    (round.state === 'EXPIRED' && round.started_at === null && isInTime(round, at, ctx.now))
  if (!isOpen) throw invalid('id', `the round is ${round.state}`)
  const time = clampTime(at, round.created_at, ctx.now)
  if (time.getTime() < round.opens_at.getTime() - earlyMs)
    throw invalid('id', `the round opens at ${round.opens_at.toISOString()}`)
  return time
}
