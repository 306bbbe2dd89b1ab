/** What the checks of an installation find, in the languages of the desk. */
import type { CheckLanguage, InstallationCheck, InstallationCheckName } from '#contracts/installation.ts'
import { de } from './words-de.ts'
import { en } from './words-en.ts'

type State = InstallationCheck['state']

const states = {
  DATABASE: 'OK',
  DATABASE_DOWN: 'FAIL',
  STORAGE: 'OK',
  STORAGE_DOWN: 'FAIL',
  QUEUE: 'OK',
  QUEUE_LATE: 'WARN',
  QUEUE_DOWN: 'FAIL',
  EMAIL: 'OK',
  EMAIL_FOLDER: 'WARN',
  EMAIL_DOWN: 'FAIL',
  CLOCK: 'OK',
  CLOCK_UNKNOWN: 'WARN',
  CLOCK_APART: 'FAIL',
  CLOCK_SET_BACK: 'FAIL',
  CLOCK_FREE: 'WARN',
  ADDRESS: 'OK',
  ADDRESS_SILENT: 'WARN',
  ADDRESS_UNKNOWN: 'FAIL',
  REACH: 'OK',
  REACH_MACHINE: 'WARN',
  REACH_NETWORK: 'WARN',
  ENCRYPTION: 'OK',
  ENCRYPTION_HERE: 'OK',
  ENCRYPTION_NONE: 'WARN',
  ENCRYPTION_SILENT: 'WARN',
  CERTIFICATE_ENDS: 'WARN',
  CERTIFICATE_REFUSED: 'FAIL',
  DISK: 'OK',
  DISK_LOW: 'WARN',
  DISK_FULL: 'FAIL',
  BACKUPS: 'OK',
  BACKUPS_LATE: 'WARN',
  BACKUPS_NONE: 'WARN',
  BACKUPS_EXTERNAL: 'WARN',
  BACKUPS_NOT_ARCHIVING: 'FAIL',
  BACKUPS_UNREADABLE: 'FAIL',
} as const satisfies Record<string, State>

export type Finding = keyof typeof states

/** Each finding: what is so, and what to do. */
export interface DoctorWords {
  readonly titles: Readonly<Record<InstallationCheckName, string>>
  readonly findings: Readonly<Record<Finding, readonly [text: string, advice?: string]>>
  readonly never: string
}

const languages: Readonly<Record<CheckLanguage, DoctorWords>> = { en, de }

export interface Found {
  readonly name: InstallationCheckName
  readonly finding: Finding
  /** null is said as "never" */
  readonly facts?: Readonly<Record<string, string | number | null>>
}

export const found = (
  name: InstallationCheckName,
  finding: Finding,
  facts: NonNullable<Found['facts']> = {},
): Found => ({ name, finding, facts })

export const stateOf = ({ finding }: Found): State => states[finding]

export const sayFound = (one: Found, language: CheckLanguage): InstallationCheck => {
  const { titles, findings, never } = languages[language]
  const [text, advice = ''] = findings[one.finding]
  const fill = (said: string): string =>
    said.replace(/\{(\w+)\}/g, (_, key: string) => String(one.facts?.[key] ?? never))
  return {
    name: one.name,
    state: stateOf(one),
    title: titles[one.name],
    text: fill(text),
    advice: fill(advice),
  }
}
