/** What the report of a round says: English, or German; and how an answer is said. */
import type { Image } from '#contracts/records.ts'
import type { Severity } from '#contracts/scout/findings.ts'
import type { Inspection, SkipReason, StoredAnswer } from '#contracts/scout/rounds.ts'
import type { Question } from '#contracts/scout/templates.ts'
import type { RoundRecord } from '#server/modules/scout/rounds/public.ts'
import { missing } from './numbers.ts'

export interface RoundWords {
  readonly locale: string
  readonly round: string
  readonly page: (n: number) => string
  readonly figure: string
  readonly value: string
  readonly building: string
  readonly scout: string
  readonly due: string
  readonly submitted: string
  readonly reviewed: string
  readonly notReviewed: string
  readonly score: string
  readonly result: string
  readonly passed: string
  readonly failed: string
  readonly stops: string
  readonly stopsDone: (done: string, all: string) => string
  readonly note: string
  readonly presence: Readonly<Record<Inspection['presence'], string>>
  readonly skipped: Readonly<Record<SkipReason, string>>
  readonly yes: string
  readonly no: string
  readonly notApplicable: string
  readonly scale: (value: string, max: string) => string
  readonly photos: (of: string) => string
  readonly findings: string
  readonly severities: Readonly<Record<Severity, string>>
  readonly task: (n: string) => string
  readonly signed: string
  readonly signedBy: (name: string, at: string) => string
  readonly reviewedBy: (name: string, at: string) => string
  readonly rounded: string
}

const en: RoundWords = {
  locale: 'en-GB',
  round: 'Round',
  page: (n) => `Page ${n}`,
  figure: 'Figure',
  value: 'Value',
  building: 'Building',
  scout: 'Scout',
  due: 'Due',
  submitted: 'Submitted',
  reviewed: 'Reviewed',
  notReviewed: 'Not reviewed yet',
  score: 'Score',
  result: 'Result',
  passed: 'Passed',
  failed: 'Failed',
  stops: 'Stops',
  stopsDone: (done, all) => `${done} of ${all}`,
  note: 'Note',
  presence: { SCANNED: 'Sticker scanned', UNPROVEN: 'Sticker not scanned' },
  skipped: {
    CLOSED: 'Skipped: closed',
    OCCUPIED: 'Skipped: occupied',
    UNSAFE: 'Skipped: unsafe',
    NO_ACCESS: 'Skipped: no access',
    OTHER: 'Skipped',
  },
  yes: 'Yes',
  no: 'No',
  notApplicable: 'Not applicable',
  scale: (value, max) => `${value} of ${max}`,
  photos: (of) => `Photos: ${of}`,
  findings: 'Findings',
  severities: { CRITICAL: 'Critical', MAJOR: 'Major', MINOR: 'Minor', OBSERVATION: 'Observation' },
  task: (n) => `task ${n}`,
  signed: 'Signed',
  signedBy: (name, at) => `Walked and submitted by ${name}, ${at}.`,
  reviewedBy: (name, at) => `Reviewed by ${name}, ${at}.`,
  rounded: 'Times of mystery visitors are given as 12:00 of the day.',
}

const de: RoundWords = {
  locale: 'de',
  round: 'Rundgang',
  page: (n) => `Seite ${n}`,
  figure: 'Angabe',
  value: 'Wert',
  building: 'Gebäude',
  scout: 'Prüfperson',
  due: 'Fällig',
  submitted: 'Abgegeben',
  reviewed: 'Geprüft',
  notReviewed: 'Noch nicht geprüft',
  score: 'Punkte',
  result: 'Ergebnis',
  passed: 'Bestanden',
  failed: 'Nicht bestanden',
  stops: 'Stationen',
  stopsDone: (done, all) => `${done} von ${all}`,
  note: 'Notiz',
  presence: { SCANNED: 'Aufkleber gescannt', UNPROVEN: 'Aufkleber nicht gescannt' },
  skipped: {
    CLOSED: 'Ausgelassen: geschlossen',
    OCCUPIED: 'Ausgelassen: besetzt',
    UNSAFE: 'Ausgelassen: unsicher',
    NO_ACCESS: 'Ausgelassen: kein Zugang',
    OTHER: 'Ausgelassen',
  },
  yes: 'Ja',
  no: 'Nein',
  notApplicable: 'Entfällt',
  scale: (value, max) => `${value} von ${max}`,
  photos: (of) => `Fotos: ${of}`,
  findings: 'Feststellungen',
  severities: { CRITICAL: 'Kritisch', MAJOR: 'Schwer', MINOR: 'Leicht', OBSERVATION: 'Beobachtung' },
  task: (n) => `Aufgabe ${n}`,
  signed: 'Unterzeichnet',
  signedBy: (name, at) => `Begangen und abgegeben von ${name}, ${at}.`,
  reviewedBy: (name, at) => `Geprüft von ${name}, ${at}.`,
  rounded: 'Zeiten von Testbesuchen sind als 12:00 Uhr des Tages angegeben.',
}

export const roundWords = (language: 'en' | 'de'): RoundWords => (language === 'de' ? de : en)

/** An answer as text. */
export const sayAnswer = (
  question: Question,
  { value, na }: Pick<StoredAnswer, 'value' | 'na'>,
  language: 'en' | 'de',
): string => {
  const words = roundWords(language)
  if (na) return words.notApplicable
  if (value === null) return question.kind === 'PHOTO' ? '' : missing
  if (typeof value === 'boolean') return value ? words.yes : words.no
  const numbers = new Intl.NumberFormat(words.locale, { maximumFractionDigits: 6 })
  if (typeof value === 'number') {
    const said = numbers.format(value)
    if (question.kind === 'SCALE') return words.scale(said, numbers.format(question.max ?? 1))
    return question.unit ? `${said} ${question.unit}` : said
  }
  if (question.kind !== 'CHOICE') return String(value)
  return (Array.isArray(value) ? value : [value])
    .map((code) => {
      const option = question.options.find((one) => one.code === code)
      return option?.texts?.[language] ?? option?.text ?? code
    })
    .join(', ')
}

/** All photos of a round. */
export const imagesOfRecord = ({ inspections, found }: RoundRecord): Image[] => [
  ...inspections.flatMap(({ answers }) => answers.flatMap(({ photos }) => photos)),
  ...found.flatMap(({ photos }) => photos),
]
