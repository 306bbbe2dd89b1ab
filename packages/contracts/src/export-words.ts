/** Words for the codes in an export, as the screens say them, in the languages of the desk. */
import type { FileLanguage } from './export-names.ts'
import type { ExportColumn } from './exports.ts'

/** By column and code. Types are named by the tenant, languages by the runtime. */
type CodeWords = Partial<Record<ExportColumn, Readonly<Record<string, string>>>>

const statusEn = { OPEN: 'Open', IN_PROGRESS: 'In progress', DONE: 'Done' }
const statusDe = { OPEN: 'Offen', IN_PROGRESS: 'In Arbeit', DONE: 'Erledigt' }

const english: CodeWords = {
  state: {
    VISIBLE: 'Visible',
    QUARANTINED: 'In quarantine',
    HIDDEN: 'Hidden',
    IN_PROGRESS: 'Under way',
    COMPLETED: 'Completed',
    SKIPPED: 'Skipped',
  },
  taskStatus: statusEn,
  status: statusEn,
  priority: { LOW: 'Low', MEDIUM: 'Medium', HIGH: 'High', URGENT: 'Urgent' },
  source: {
    FEEDBACK: 'Feedback',
    STATUS_REPORT: 'Status report',
    SCOUT: 'Inspection',
    SCHEDULE: 'Schedule',
    MANUAL: 'Manual',
  },
  blocked: {
    PARTS: 'Waiting for parts',
    ACCESS: 'No access',
    VENDOR: 'Waiting for a company',
    VISITOR: 'Waiting for the visitor',
    OTHER: 'Other',
  },
  sla: { ON_TRACK: 'On track', AT_RISK: 'At risk', BREACHED: 'Missed', PAUSED: 'Paused', MET: 'Met' },
  verification: {
    NONE: 'None',
    CLAIMED: 'Reported as done',
    CONFIRMED: 'Confirmed',
    REJECTED: 'A visitor says it is not fixed',
  },
  skipped: {
    CLOSED: 'Closed',
    OCCUPIED: 'Occupied',
    UNSAFE: 'Unsafe',
    NO_ACCESS: 'No access',
    OTHER: 'Other reason',
  },
  presence: { SCANNED: 'Sticker scanned', UNPROVEN: 'Sticker not scanned' },
}

const german: CodeWords = {
  state: {
    VISIBLE: 'Sichtbar',
    QUARANTINED: 'In Quarantäne',
    HIDDEN: 'Ausgeblendet',
    IN_PROGRESS: 'Läuft',
    COMPLETED: 'Abgeschlossen',
    SKIPPED: 'Ausgelassen',
  },
  taskStatus: statusDe,
  status: statusDe,
  priority: { LOW: 'Niedrig', MEDIUM: 'Mittel', HIGH: 'Hoch', URGENT: 'Dringend' },
  source: {
    FEEDBACK: 'Rückmeldung',
    STATUS_REPORT: 'Statusmeldung',
    SCOUT: 'Kontrolle',
    SCHEDULE: 'Zeitplan',
    MANUAL: 'Manuell',
  },
  blocked: {
    PARTS: 'Wartet auf Teile',
    ACCESS: 'Kein Zugang',
    VENDOR: 'Wartet auf eine Firma',
    VISITOR: 'Wartet auf den Besucher',
    OTHER: 'Anderes',
  },
  sla: {
    ON_TRACK: 'Im Plan',
    AT_RISK: 'Gefährdet',
    BREACHED: 'Verfehlt',
    PAUSED: 'Pausiert',
    MET: 'Eingehalten',
  },
  verification: {
    NONE: 'Keine',
    CLAIMED: 'Als erledigt gemeldet',
    CONFIRMED: 'Bestätigt',
    REJECTED: 'Laut Besucher nicht behoben',
  },
  skipped: {
    CLOSED: 'Geschlossen',
    OCCUPIED: 'Besetzt',
    UNSAFE: 'Nicht sicher',
    NO_ACCESS: 'Kein Zugang',
    OTHER: 'Anderer Grund',
  },
  presence: { SCANNED: 'Aufkleber gescannt', UNPROVEN: 'Aufkleber nicht gescannt' },
}

export const exportWords: Readonly<Record<FileLanguage, CodeWords>> = { en: english, de: german }

/** Heading of the words beside the column of codes. */
export const wordsHeading: Readonly<Record<FileLanguage, (heading: string) => string>> = {
  en: (heading) => `${heading} (in words)`,
  de: (heading) => `${heading} (in Worten)`,
}
