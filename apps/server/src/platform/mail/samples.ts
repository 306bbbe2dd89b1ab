/** Shared sample data of emails. */
import { issueName } from '#contracts/catalogue/names.ts'
import type { MailLanguage } from './layout.ts'

export const sampleToken = 'dGhpcyBpcyBhIHRva2VuIG9mIDQzIGNoYXJhY3RlcnM'
export const sampleId = '0190a1b2-0000-7000-8000-000000000001'
export const sampleTime = '2026-11-20T13:05:00.000Z'
export const sampleZone = 'Europe/Berlin'

const places = {
  en: { room: 'Washroom 2.14', building: 'Main library' },
  de: { room: 'Toilette 2.14', building: 'Hauptbibliothek' },
} as const

export const samplePlace = (language: MailLanguage): { readonly room: string; readonly building: string } =>
  places[language]

/** A task as created from submissions. */
export const sampleTask = (language: MailLanguage) => ({
  ...places[language],
  number: 412,
  title: `${issueName('NO_PAPER', language)}, ${places[language].room}`,
  priority: 'HIGH' as const,
  timeZone: sampleZone,
})
