/** VIS-3: what was recorded and what happens next. */
import type { FastifyRequest } from 'fastify'
import type { AmenityInformation, FeedbackReceipt } from '#contracts/feedback.ts'
import { referenceOf } from '#contracts/reference.ts'
import type { ThanksPageModel } from '#visitor/models.ts'
import { type Form, formField } from '../forms.ts'
import type { VisitorPage } from './page.ts'

/** Something may be added to a report for this long. */
const addWithinMs = 10 * 60_000

export const thanksModel = (
  { page, platform }: VisitorPage,
  request: FastifyRequest,
  path: string,
  info: AmenityInformation,
  receipt: FeedbackReceipt,
  form: Form,
): ThanksPageModel => {
  const codes = form.all('issues')
  const named = info.issues.filter((issue) => codes.includes(issue.code))
  const rating = Number(formField(form, 'rating')) || null
  return {
    ...page(request, path, { languages: info.languages, branding: info.branding }),
    qrCode: info.qrCode,
    amenity: { name: info.amenity.name },
    building: info.building,
    location: info.location,
    trackingToken: receipt.trackingToken,
    reference: referenceOf(receipt.id),
    recorded: { rating, issues: named, comment: Boolean(formField(form, 'comment')), photos: 0 },
    usualMinutes: info.usualMinutes,
    addUntil: new Date(platform.clock.now().getTime() + addWithinMs).toISOString(),
    safety: named.some((issue) => issue.safety),
    emergencyPhone: info.emergencyPhone,
  }
}
