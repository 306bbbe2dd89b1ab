import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'
import type { places as englishPlaces } from './en.ts'

export const places = {
  team: {
    name: 'Team',
    about: 'Wer hier arbeitet, mit welchen Rollen und für welche Gebäude.',
    missing: 'Sie sind bisher allein. Laden Sie die Personen ein, die die Arbeit machen.',
  },
} satisfies Texts<typeof englishPlaces>

export default {
  noneTitle: 'Noch keine Teammitglieder',
  invite: 'Personen einladen',
  inviteCount: '{count, plural, one {# Person einladen} other {# Personen einladen}}',
  addresses: 'E-Mail-Adressen',
  addressesHelp:
    'Fügen Sie beliebig viele ein, in jedem Format. Jede Person erhält eine E-Mail mit einem Link.',
  addressNeeded: 'Geben Sie mindestens eine E-Mail-Adresse ein.',
  alreadyHere: 'Schon im Team.',
  leftOut: '{count, plural, one {Nicht eingeladen:} other {Diese # werden nicht eingeladen:}}',
  whyLeftOut: {
    NO_ADDRESS: 'Keine E-Mail-Adresse',
    TWICE: 'Doppelt',
  },
  progress:
    '{failed, plural, =0 {{sent} von {all} eingeladen} one {{sent} von {all} eingeladen, # fehlgeschlagen} other {{sent} von {all} eingeladen, # fehlgeschlagen}}',
  outcome: {
    waiting: 'Wartet',
    sending: 'Wird gesendet',
    sent: 'Eingeladen',
    failed: 'Fehlgeschlagen',
  },
  tryAgain: '{count} erneut versuchen',
  roles: 'Rollen',
  roleNeeded: 'Wählen Sie mindestens eine Rolle.',
  roleHelp: {
    TECHNICIAN: 'Sieht und erledigt Aufgaben.',
    MANAGER: 'Sieht Kennzahlen und Rückmeldungen, steuert Aufgaben.',
    ADMIN: 'Alles, auch Einstellungen und Team.',
  },
  states: {
    INVITED: 'Eingeladen',
    ACTIVE: 'Aktiv',
    DISABLED: 'Deaktiviert',
  },
  lastSignIn: 'Letzte Anmeldung',
  language: 'Sprache',
  likeTenant: 'Wie in den Einstellungen',
  covers: 'Zuständig für Gebäude',
  coversHelp:
    'Keines ausgewählt: alle. Die Technik sieht nicht zugewiesene Aufgaben der Gebäude, für die sie zuständig ist.',
  search: 'Personen durchsuchen',
  nameNeeded: 'Geben Sie einen Namen ein.',
  editTitle: '{name} bearbeiten',
  resend: 'Einladung erneut senden',
  resent: 'Eine neue Einladung wurde an {email} gesendet.',
  deactivate: 'Deaktivieren',
  activate: 'Aktivieren',
  remove: 'Aus dem Team entfernen',
  removeTitle: '{name} entfernen',
  removeHelp: 'Offene Aufgaben sind dann nicht mehr zugewiesen. Der Verlauf behält den Namen.',
} satisfies Texts<typeof en>
