/** Shared sample data of emails. */
import { issueName } from '#contracts/catalogue/names.ts'
import type { MailLanguage } from './layout.ts'
import { sharedTexts } from './shared-texts.ts'

export const sampleToken = 'dGhpcyBpcyBhIHRva2VuIG9mIDQzIGNoYXJhY3RlcnM'
export const sampleId = '0190a1b2-0000-7000-8000-000000000001'
export const sampleTime = '2026-11-20T13:05:00.000Z'
export const sampleZone = 'Europe/Berlin'

export const samplePlace = (language: MailLanguage): { readonly room: string; readonly building: string } => {
  const { sampleRoom: room, sampleBuilding: building } = sharedTexts(language)
  return { room, building }
}

/** A task as created from submissions. */
export const sampleTask = (language: MailLanguage) => ({
  ...samplePlace(language),
  number: 412,
  title: `${issueName('NO_PAPER', language)}, ${samplePlace(language).room}`,
  priority: 'HIGH' as const,
  timeZone: sampleZone,
})
