/** VIS-3: what was recorded and what happens next. */
import type { FastifyRequest } from 'fastify'
import type { AmenityInformation, FeedbackReceipt } from '#contracts/feedback.ts'
import { referenceOf } from '#contracts/reference.ts'
import type { ThanksPageModel } from '#visitor/models.ts'
import type { VisitorPage } from './page.ts'

/** What was sent: of a form that is sent in part, that part. */
interface Sent {
  readonly rating?: number | undefined
  readonly issues: readonly string[]
  readonly comment?: string | undefined
}

/** Something may be added to a report for this long. */
const addWithinMs = 10 * 60_000

export const thanksModel = (
  { page, platform }: VisitorPage,
  request: FastifyRequest,
  path: string,
  info: AmenityInformation,
  receipt: FeedbackReceipt,
  { rating, issues, comment }: Sent,
): ThanksPageModel => {
  const named = info.issues.filter((issue) => issues.includes(issue.code))
  return {
    ...page(request, path, info),
    qrCode: info.qrCode,
    amenity: { name: info.amenity.name },
    building: info.building,
    location: info.location,
    trackingToken: receipt.trackingToken,
    reference: referenceOf(receipt.id),
    recorded: { rating: rating ?? null, issues: named, comment: comment !== undefined, photos: 0 },
    usualMinutes: info.usualMinutes,
    addUntil: new Date(platform.clock.now().getTime() + addWithinMs).toISOString(),
    safety: named.some((issue) => issue.safety),
    emergencyPhone: info.emergencyPhone,
  }
}
