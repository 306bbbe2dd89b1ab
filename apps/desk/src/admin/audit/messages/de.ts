import { auditTexts } from '#contracts/all.ts'
import type { Texts } from '#ui/language/texts.ts'
import type en from './en.ts'
import type { places as englishPlaces } from './en.ts'

export const places = {
  audit: {
    name: 'Protokoll',
    about: 'Wer was wann und von wo geändert hat.',
  },
} satisfies Texts<typeof englishPlaces>

export default {
  help: 'Jede Änderung durch eine Person, einen Schlüssel, den Betreiber oder Wellkept selbst. Daneben steht, was war und was ist; Geheimnisse und Adressen von Menschen bleiben weg.',
  when: 'Wann',
  who: 'Wer',
  what: 'Was',
  from: 'Von wo',
  person: 'Wer',
  action: 'Was',
  anyTime: 'Jederzeit',
  areas: {
    'auth.*': 'Alles zur Anmeldung',
    'admin.*': 'Alles der Verwaltung',
    'tasks.*': 'Alles zu Aufgaben',
    'sso.*': 'Alles durch die gemeinsame Anmeldung',
    'operator.*': 'Alles durch den Betreiber',
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
  details: 'Einzelheiten',
  detailsOf: 'Einzelheiten: {what}',
  fields: 'Gesendete Felder',
  changes: 'Vorher und nachher',
  noFields: 'Keine',
  record: 'Datensatz',
  history: 'Alle Einträge zu diesem Datensatz',
  code: 'Kennung',
  number: 'Nummer',
  hash: 'Prüfwert',
  noneTitle: 'Noch keine Einträge',
  noneHelp: 'Sobald jemand etwas ändert, steht es hier.',
  ...auditTexts('de'),
  is: '{field}: {value}',
  notShown: '{field}: hier nicht gezeigt',
  isNow: '{field}: {from} → {to}',
  hasChanged: '{field}: geändert',
  nothing: 'nichts',
  all: 'alle',
  yes: 'ja',
  no: 'nein',
  entries: '{count, plural, one {# Eintrag} other {# Einträge}}',
  moreChanges: '{count, plural, one {und # weiteres Feld} other {und # weitere Felder}}',
} satisfies Texts<typeof en>
