import type { Texts } from '#ui/language/texts.ts'
import type en from './en.ts'
import type { places as englishPlaces } from './en.ts'

export const places = {
  team: {
    name: 'Team',
    about: 'Wer hier arbeitet, mit welchen Rollen und für welche Gebäude.',
    missing: 'Sie sind allein hier. Laden Sie die ein, die die Arbeit tun.',
  },
} satisfies Texts<typeof englishPlaces>

export default {
  noneTitle: 'Noch ist niemand hier',
  invite: 'Personen einladen',
  inviteCount: '{count, plural, one {# Person einladen} other {# Personen einladen}}',
  addresses: 'E-Mail-Adressen',
  addressesHelp: 'Fügen Sie beliebig viele ein, in jeder Form. Jede Person bekommt eine Mail mit einem Link.',
  addressNeeded: 'Darin steht keine E-Mail-Adresse.',
  alreadyHere: 'Ist schon im Team.',
  leftOut: '{count, plural, one {Das bleibt weg:} other {Diese # bleiben weg:}}',
  whyLeftOut: {
    NO_ADDRESS: 'Keine E-Mail-Adresse',
    TWICE: 'Steht schon da',
  },
  progress:
    '{failed, plural, =0 {{sent} von {all} eingeladen} one {{sent} von {all} eingeladen, # nicht} other {{sent} von {all} eingeladen, # nicht}}',
  outcome: {
    waiting: 'Wartet',
    sending: 'Wird gesendet',
    sent: 'Eingeladen',
    failed: 'Nicht eingeladen',
  },
  tryAgain: '{count} erneut versuchen',
  roles: 'Rollen',
  roleNeeded: 'Wählen Sie mindestens eine Rolle.',
  roleHelp: {
    TECHNICIAN: 'Sieht und erledigt Aufgaben.',
    MANAGER: 'Sieht Zahlen und Rückmeldungen, steuert Aufgaben.',
    ADMIN: 'Alles, mit Einstellungen und Team.',
  },
  states: {
    INVITED: 'Eingeladen',
    ACTIVE: 'Aktiv',
    DISABLED: 'Deaktiviert',
  },
  lastSignIn: 'Zuletzt angemeldet',
  language: 'Sprache',
  likeTenant: 'Wie in den Einstellungen',
  covers: 'Zuständig für Gebäude',
  coversHelp: 'Keines: alle. Technik sieht die freien Aufgaben der Gebäude, für die sie zuständig ist.',
  search: 'Personen durchsuchen',
  nameNeeded: 'Ein Name ist nötig.',
  editTitle: '{name} bearbeiten',
  resend: 'Einladung erneut senden',
  resent: 'Eine neue Einladung ist unterwegs an {email}.',
  deactivate: 'Deaktivieren',
  activate: 'Aktivieren',
  remove: 'Aus dem Team entfernen',
  removeTitle: '{name} entfernen',
  removeHelp: 'Offene Aufgaben gehen zurück in den Vorrat. Was diese Person getan hat, behält den Namen.',
} satisfies Texts<typeof en>
