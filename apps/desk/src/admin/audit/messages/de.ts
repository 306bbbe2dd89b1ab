import { auditTexts } from '#contracts/all.ts'
import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'
import type { places as englishPlaces } from './en.ts'

export const places = {
  audit: {
    name: 'Protokoll',
    about: 'Wer was wann und von wo geändert hat.',
  },
} satisfies Texts<typeof englishPlaces>

export default {
  help: 'Jede Änderung durch Personen, API-Schlüssel, den Betreiber oder Wellkept selbst, mit Werten vorher und nachher. Geheimnisse und persönliche Adressen werden nicht gespeichert.',
  when: 'Wann',
  who: 'Wer',
  what: 'Was',
  from: 'Von wo',
  person: 'Wer',
  action: 'Was',
  anyTime: 'Beliebig',
  areas: {
    'auth.*': 'Anmeldung',
    'admin.*': 'Verwaltung',
    'tasks.*': 'Aufgaben',
    'sso.*': 'Single Sign-on',
    'operator.*': 'Betreiber',
  },
  kinds: {
    USER: 'Person',
    KEY: 'API-Schlüssel',
    SYSTEM: 'Wellkept',
  },
  operator: 'Betreiber (Kommandozeile)',
  erased: 'Name gelöscht',
  only: 'Nur Einträge von {name}',
  onlyTarget: 'Nur ein Datensatz',
  details: 'Details',
  detailsOf: 'Details: {what}',
  fields: 'Gesendete Felder',
  changes: 'Vorher und nachher',
  noFields: 'Keine',
  record: 'Datensatz',
  history: 'Alle Einträge zu diesem Datensatz',
  code: 'Kennung',
  number: 'Nummer',
  hash: 'Prüfsumme',
  noneTitle: 'Noch keine Einträge',
  noneHelp: 'Sobald jemand etwas ändert, erscheint es hier.',
  ...auditTexts('de'),
  is: '{field}: {value}',
  notShown: '{field}: nicht angezeigt',
  isNow: '{field}: {from} → {to}',
  hasChanged: '{field}: geändert',
  nothing: 'leer',
  all: 'alle',
  yes: 'ja',
  no: 'nein',
  entries: '{count, plural, one {# Eintrag} other {# Einträge}}',
  moreChanges: '{count, plural, one {und # weiteres Feld} other {und # weitere Felder}}',
} satisfies Texts<typeof en>
