import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'
import type { places as english } from './en.ts'

export const places = {
  companies: {
    name: 'Firmen',
    about: 'Firmen und eigene Teams: Zuständigkeit und Vertragslaufzeit.',
  },
} satisfies Texts<typeof english>

export default {
  help: 'Firmen und eigene Teams. Sie erhalten die Aufgaben in ihrer Zuständigkeit, sofern keine Zuteilungsregel etwas anderes bestimmt.',
  newCompany: 'Neue Firma',
  editTitle: '{name} bearbeiten',
  search: 'Firmen suchen',
  noneTitle: 'Keine Firmen',
  noneHelp:
    'Legen Sie eine Firma oder Ihr eigenes Team an und bestimmen Sie die Zuständigkeit. Aufgaben werden dann automatisch zugewiesen.',
  nameNeeded: 'Geben Sie einen Namen ein.',
  kind: 'Art',
  kinds: {
    PROVIDER: 'Firma',
    IN_HOUSE: 'Eigenes Team',
  },
  states: {
    DRAFT: 'Entwurf',
    ACTIVE: 'Aktiv',
    SUSPENDED: 'Ausgesetzt',
    ENDED: 'Beendet',
  },
  people: '{count, plural, =0 {noch niemand} one {# Person} other {# Personen}}',
  work: 'Letzte 30 Tage',
  noWork: 'Keine Aufgaben',
  workSla: 'SLA eingehalten: {met} von {n}',
  workFirst: 'Beim ersten Mal behoben: {first} von {n}',
  workRating: 'Bewertung danach: {average} (n = {n})',
  workFew:
    '{count, plural, =0 {Noch nichts erledigt.} one {Nur # erledigt: zu wenig für ein Urteil.} other {Nur # erledigt: zu wenig für ein Urteil.}}',
  looksAfter: 'Betreut',
  coverageHelp:
    'Aufgaben dort werden automatisch zugewiesen. Eine Zeile gilt, wenn alle Angaben zutreffen; ein leeres Feld gilt für alles.',
  skill: 'Fähigkeit',
  addLine: 'Zeile hinzufügen',
  line: 'Zeile {index}',
  everywhere: 'Überall',
  everywhereHelp: 'Überall: alle Arbeiten in allen Gebäuden',
  noCoverage: 'Noch keine Zuständigkeit',
  nothingChosen: 'Noch nichts ausgewählt',
  allWork: 'Alle Arbeiten',
  atTypes: '{what} bei {types}',
  inBuildings: '{what} in {buildings}',
  atTypesInBuildings: '{what} bei {types} in {buildings}',
  contractFrom: 'Vertrag ab',
  contractUntil: 'Vertrag bis',
  lastDay: 'Letzter Tag',
  contractHelp:
    'Nach dem letzten Tag wird die Firma beendet; ihre offenen Aufgaben sind dann nicht mehr zugewiesen.',
  openEnd: 'Unbefristet',
  endsSoon: 'Endet bald',
  over: 'Abgelaufen',
  contacts: 'Ansprechpersonen',
  addContact: 'Person hinzufügen',
  contact: 'Person {index}',
  phone: 'Telefon',
  contactNeeded: 'Geben Sie für jede Ansprechperson einen Namen ein.',
  policy: 'SLA-Richtlinie',
  usualPolicy: 'Standardrichtlinie',
  draftHelp:
    'Sie wird als Entwurf angelegt und erhält noch keine Aufgaben. Aktivieren Sie sie in der Liste, sobald Zuständigkeit und eine Person eingetragen sind.',
  missing: {
    NOTHING: 'Kann aktiviert werden',
    COVERAGE: 'Zuständigkeit fehlt',
    PERSON: 'Eine Person fehlt',
    BOTH: 'Zuständigkeit und eine Person fehlen',
  },
  activate: 'Aktivieren',
  suspend: 'Aussetzen',
  suspendTitle: '{name} aussetzen',
  suspendHelp: 'Die Firma und ihre Leute erhalten keine Aufgaben, bis Sie sie fortsetzen.',
  resume: 'Fortsetzen',
  end: 'Endgültig beenden',
  endTitle: '{name} endgültig beenden',
  endHelp:
    'Die Firma und ihre Leute erhalten keine Aufgaben mehr. Erledigtes bleibt erhalten. Das lässt sich nicht rückgängig machen.',
} satisfies Texts<typeof en>
