import type { Texts } from '#ui/language/texts.ts'
import { deedsDe } from '../deeds-de.ts'
import type en from './en.ts'
import type { places as englishPlaces } from './en.ts'

export const places = {
  audit: {
    name: 'Protokoll',
    about: 'Wer was wann und von wo geändert hat.',
  },
} satisfies Texts<typeof englishPlaces>

export default {
  help: 'Jede Änderung durch eine Person, einen Schlüssel, den Betreiber oder Wellkept selbst. Werte stehen hier nie, nur was geändert wurde.',
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
  fields: 'Felder',
  noFields: 'Keine',
  record: 'Datensatz',
  history: 'Alle Einträge zu diesem Datensatz',
  code: 'Kennung',
  number: 'Nummer',
  hash: 'Prüfwert',
  noneTitle: 'Noch keine Einträge',
  noneHelp: 'Sobald jemand etwas ändert, steht es hier.',
  deeds: deedsDe,
} satisfies Texts<typeof en>
