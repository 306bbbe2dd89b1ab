/** Setup checklist: what is missing, counted. */
import { type Static, Type } from 'typebox'
import { Id } from '#contracts/kit/text.ts'
import { Count } from '#contracts/records.ts'

/**
 * In display order. Each counts the rows of exactly one list.
 *
 * NO_CODE          amenities without a QR code
 * LOST_CODE        QR codes that visitors scan although they are not linked
 * NO_RULE          amenities that no active alert rule covers
 * NO_ROUTE         amenities whose tasks no routing rule assigns, no company covers and no technician sees; PRO
 * OFF_DUTY         buildings with somebody in the weekly pattern of the next seven days, but nobody present
 * NO_SKILL         operators without a skill
 * CERTIFICATE      operators with a certificate that has expired or expires within 30 days
 * NO_LANGUAGE      operators without a language
 * NO_CONTACT       operators with neither an account nor an email address
 * INVITED          people who have not accepted their invitation
 * MAIL_ONLY        technicians without a device for notifications: only emails reach them
 * NO_HOURS         buildings without hours of their own, while the organisation still has the default ones
 * NO_HOLIDAYS      buildings without holidays, while the organisation has none either
 * NO_TIME_ZONE     buildings in UTC, which nobody has chosen
 * MAIL             DNS records of the sender's domain that are missing or could not be looked up
 * WEBHOOK          webhooks that fail or were switched off because of it; BUSINESS
 * NO_SLA           1 if no SLA policy is active; PRO
 */
export const setupLines = [
  'NO_CODE',
  'LOST_CODE',
  'NO_RULE',
  'NO_ROUTE',
  'OFF_DUTY',
  'NO_SKILL',
  'CERTIFICATE',
  'NO_LANGUAGE',
  'NO_CONTACT',
  'INVITED',
  'MAIL_ONLY',
  'NO_HOURS',
  'NO_HOLIDAYS',
  'NO_TIME_ZONE',
  'MAIL',
  'WEBHOOK',
  'NO_SLA',
] as const
export type SetupLineName = (typeof setupLines)[number]

export const SetupLine = Type.Object({
  line: Type.Enum([...setupLines]),
  /** at least 1: a line without findings is left out */
  count: Count,
  /** the record, if it is the only one and can be opened */
  id: Type.Optional(Id),
})
export type SetupLine = Static<typeof SetupLine>

/** Values of the `lacking` filters; each finds the rows of one line. */
export const amenityLacks = ['RULE', 'ROUTE'] as const
export const operatorLacks = ['SKILL', 'CERTIFICATE', 'LANGUAGE', 'CONTACT'] as const
export const memberLacks = ['DEVICE'] as const
export const buildingLacks = ['HOURS', 'HOLIDAYS', 'TIME_ZONE'] as const
export type AmenityLack = (typeof amenityLacks)[number]
export type OperatorLack = (typeof operatorLacks)[number]
export type MemberLack = (typeof memberLacks)[number]
export type BuildingLack = (typeof buildingLacks)[number]
