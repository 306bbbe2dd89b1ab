/** What of the set-up is missing, counted: the lines of its overview. */
import { type Static, Type } from 'typebox'
import { Id } from '#contracts/kit/text.ts'
import { Count } from '#contracts/records.ts'

/**
 * In the order in which they are told. Each counts the rows of one list, and of no other.
 *
 * NO_CODE          amenities that no sticker leads to
 * LOST_CODE        stickers that visitors scan though they lead nowhere
 * NO_RULE          amenities about which no alert rule that is switched on looks
 * NO_ROUTE         amenities whose tasks no routing rule gives to anybody, no company covers and no technician sees; PRO
 * OFF_DUTY         houses where the weekly pattern has somebody in the next seven days and nobody will be there
 * NO_SKILL         operators of whom no skill is known
 * CERTIFICATE      operators with a certificate that is over or ends within 30 days
 * NO_LANGUAGE      operators of whom no language is known
 * NO_CONTACT       operators with neither an account nor an e-mail address
 * INVITED          people who were invited and never came
 * MAIL_ONLY        technicians without a device that is notified: only mails reach them
 * NO_HOURS         buildings without hours of their own, while the organisation has those of the beginning
 * NO_HOLIDAYS      buildings without closed days, while the organisation has none either
 * NO_TIME_ZONE     buildings in UTC, which nobody has chosen
 * MAIL             records of the sender's domain that are missing or could not be asked
 * WEBHOOK          webhooks that fail or were switched off for it; BUSINESS
 * NO_SLA           1 where no SLA policy is switched on; PRO
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
  /** 1 or more: what is well has no line */
  count: Count,
  /** the record that it is about, where it is the only one that can be opened by itself */
  id: Type.Optional(Id),
})
export type SetupLine = Static<typeof SetupLine>

/** What a list may be asked to lack: the rows of one line. */
export const amenityLacks = ['RULE', 'ROUTE'] as const
export const operatorLacks = ['SKILL', 'CERTIFICATE', 'LANGUAGE', 'CONTACT'] as const
export const memberLacks = ['DEVICE'] as const
export const buildingLacks = ['HOURS', 'HOLIDAYS', 'TIME_ZONE'] as const
export type AmenityLack = (typeof amenityLacks)[number]
export type OperatorLack = (typeof operatorLacks)[number]
export type MemberLack = (typeof memberLacks)[number]
export type BuildingLack = (typeof buildingLacks)[number]
