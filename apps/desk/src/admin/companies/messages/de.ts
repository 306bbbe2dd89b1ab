import type { Texts } from '#ui/language/texts.ts'
import type en from './en.ts'
import type { places as english } from './en.ts'

export const places = {
  companies: {
    name: 'Firmen',
    about: 'Firmen und eigene Teams: was sie betreuen und bis wann.',
  },
} satisfies Texts<typeof english>

export default {
  help: 'Firmen und eigene Teams. Was sie betreuen, kommt zu ihnen, wo keine Regel etwas anderes sagt.',
  newCompany: 'Neue Firma',
  editTitle: '{name} bearbeiten',
  search: 'Firmen suchen',
  noneTitle: 'Keine Firmen',
  noneHelp:
    'Tragen Sie eine Firma oder Ihr eigenes Team ein und sagen Sie, was betreut wird; Aufgaben dort kommen dann von selbst.',
  nameNeeded: 'Eine Firma braucht einen Namen.',
  kind: 'Form',
  kinds: {
    PROVIDER: 'Firma',
    IN_HOUSE: 'Eigenes Team',
  },
  states: {
    DRAFT: 'Wird eingerichtet',
    ACTIVE: 'Aktiv',
    SUSPENDED: 'Ausgesetzt',
    ENDED: 'Beendet',
  },
  people: '{count, plural, =0 {noch niemand} one {# Person} other {# Personen}}',
  looksAfter: 'Betreut',
  coverageHelp:
    'Aufgaben dort kommen von selbst. Eine Zeile trifft zu, wo alles zutrifft, was sie nennt; was sie nicht nennt, gilt für alles.',
  skill: 'Fähigkeit',
  addLine: 'Zeile hinzufügen',
  line: 'Zeile {index}',
  everywhere: 'Überall',
  everywhereHelp: 'Überall: alle Arbeiten in allen Gebäuden',
  noCoverage: 'Noch keine Zuständigkeit',
  nothingChosen: 'Noch nichts gewählt',
  allWork: 'Alle Arbeiten',
  atTypes: '{what} bei {types}',
  inBuildings: '{what} in {buildings}',
  atTypesInBuildings: '{what} bei {types} in {buildings}',
  contractFrom: 'Von',
  contractUntil: 'Vertrag bis',
  lastDay: 'Letzter Tag',
  contractHelp: 'Nach dem letzten Tag ist die Firma beendet, und ihre offenen Aufgaben gehen zurück.',
  openEnd: 'Ohne Ende',
  endsSoon: 'Endet bald',
  over: 'Vorbei',
  contacts: 'Ansprechpersonen',
  addContact: 'Person hinzufügen',
  contact: 'Person {index}',
  phone: 'Telefon',
  contactNeeded: 'Jede Ansprechperson braucht einen Namen.',
  policy: 'SLA-Richtlinie',
  usualPolicy: 'Wie alle anderen',
  draftHelp:
    'Sie wird als Entwurf angelegt und bekommt noch keine Arbeit. Aktivieren Sie sie in der Liste, sobald Zuständigkeit und eine Person da sind.',
  lacks: {
    NOTHING: 'Kann aktiviert werden',
    COVERAGE: 'Zuständigkeit fehlt',
    PERSON: 'Eine Person fehlt',
    BOTH: 'Zuständigkeit und eine Person fehlen',
  },
  activate: 'Aktivieren',
  suspend: 'Aussetzen',
  suspendTitle: '{name} aussetzen',
  suspendHelp: 'Die Firma und ihre Leute bekommen keine Arbeit, bis Sie sie fortsetzen.',
  resume: 'Fortsetzen',
  end: 'Endgültig beenden',
  endTitle: '{name} endgültig beenden',
  endHelp:
    'Die Firma und ihre Leute bekommen keine Arbeit mehr, und das lässt sich nicht rückgängig machen. Was erledigt ist, bleibt stehen.',
} satisfies Texts<typeof en>
