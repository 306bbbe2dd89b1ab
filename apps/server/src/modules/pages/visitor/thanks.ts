/** VIS-3: the page of thanks at the tracking page's address: what was recorded and what happens next. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AmenityInformation, FeedbackReceipt, Tracking } from '#contracts/feedback.ts'
import type { ThanksPageModel } from '#visitor/models.ts'
import { type Form, formField } from '../forms.ts'
import { languageOf, type VisitorPage } from './page.ts'

/** Milliseconds in which the tracking page says thanks and offers to add to the report. */
const addWithinMs = 10 * 60_000

/**
 * The answer to an accepted form: a redirect, so that a reload sends nothing again.
 * @param code of the sticker that the report is about
 */
export const toThanks = (
  request: FastifyRequest,
  reply: FastifyReply,
  form: Form,
  { trackingToken }: FeedbackReceipt,
  code: string,
): void => {
  const chosen = formField(form, 'language') ? { lang: languageOf(request) } : {}
  const query = new URLSearchParams({ ...chosen, from: code })
  void reply
    .header('cache-control', 'no-store')
    .redirect(`/t/${encodeURIComponent(trackingToken)}?${query}`, 303)
}

/** Undefined if the tracking page has more to show. */
export const thanksModel = async (
  { page, platform, information }: VisitorPage,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  tracking: Tracking,
): Promise<ThanksPageModel | undefined> => {
  const { from } = request.query as { from?: unknown }
  const until = Date.parse(tracking.createdAt) + addWithinMs
  const fresh = tracking.timeline.every(({ what }) => what === 'RECEIVED' || what === 'JOINED')
  if (typeof from !== 'string' || tracking.test || !fresh || platform.clock.now().getTime() > until)
    return undefined
  const info: AmenityInformation | undefined = await information(request, reply, from).catch(() => undefined)
  const isPlace =
    info?.amenity.name === tracking.amenity.name &&
    info.building.name === tracking.building.name &&
    info.location === tracking.location
  if (!isPlace) return undefined
  const codes = new Set(tracking.issues.map(({ code }) => code))
  return {
    ...page(request, `/t/${encodeURIComponent(token)}?from=${encodeURIComponent(info.qrCode)}`, tracking),
    qrCode: info.qrCode,
    amenity: tracking.amenity,
    building: tracking.building,
    location: tracking.location,
    trackingToken: token,
    reference: tracking.reference,
    recorded: {
      rating: tracking.rating,
      issues: tracking.issues,
      comment: tracking.comment !== null,
      photos: tracking.images.length,
    },
    usualMinutes: info.usualMinutes,
    addUntil: new Date(until).toISOString(),
    safety: info.issues.some(({ code, safety }) => safety && codes.has(code)),
    emergencyPhone: info.emergencyPhone,
  }
}
