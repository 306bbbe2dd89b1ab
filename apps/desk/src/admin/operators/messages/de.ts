import { skillNames } from '#contracts/catalogue/skill-names.ts'
import type { Texts } from '#ui/language/texts.ts'
import type en from './en.ts'
import type { places as english } from './en.ts'

export const places = {
  operators: {
    name: 'Einsatzkräfte',
    about: 'Wer die Arbeit machen darf: Fähigkeiten, Nachweise, Dienst und Auslastung.',
  },
  operator: {
    name: 'Einsatzkraft',
  },
} satisfies Texts<typeof english>

export default {
  help: 'Wer Arbeit bekommen darf: Leute einer Firma oder Ihre eigenen. Ein Konto brauchen sie nicht.',
  newOperator: 'Neue Einsatzkraft',
  edit: 'Einsatzkraft bearbeiten',
  editTitle: '{name} bearbeiten',
  search: 'Einsatzkräfte suchen',
  noneTitle: 'Keine Einsatzkräfte',
  noneHelp:
    'Tragen Sie ein, wer die Arbeit macht; dann gehen Aufgaben an die, die im Dienst sind und es können.',
  nameNeeded: 'Eine Einsatzkraft braucht einen Namen.',
  company: 'Firma',
  noCompany: 'Keine Firma',
  noCompanyHelp: 'Ohne Firma arbeiten sie für Sie und dürfen überall eingesetzt werden.',
  skill: 'Fähigkeit',
  skillsHeld: 'Fähigkeiten',
  skillsHelp: 'Wofür sie eingesetzt werden.',
  skills: skillNames.de,
  spoken: 'Sprachen',
  maxOpen: 'Höchstens so viele offene Aufgaben',
  maxOpenHelp: 'Leer: ohne Grenze. Wer so viel hat, wie erlaubt ist, wird zuletzt gefragt.',
  member: 'Konto im Team',
  memberHelp: 'Mit Konto nutzen sie die App für Rundgänge, ohne Konto bekommen sie einen Link per E-Mail.',
  noAccount: 'Keines',
  invite: 'Diese Adresse als Techniker ins Team einladen',
  emailNeeded: 'Für eine Einladung wird eine E-Mail-Adresse gebraucht.',
  states: {
    INVITED: 'Eingeladen',
    ACTIVE: 'Aktiv',
    INACTIVE: 'Nicht aktiv',
  },
  duty: 'Dienst',
  dutyTold: 'Dienst laut Meldung',
  duties: {
    ON: 'Im Dienst',
    OFF: 'Nicht im Dienst',
    BREAK: 'In der Pause',
    ABSENT: 'Abwesend',
  },
  until: 'bis {time}',
  byShift: 'laut Schicht',
  load: 'Auslastung',
  loadOf: '{load} von {max}',
  loadIs: '{open} offen, {inProgress} in Arbeit',
  full: 'Hat so viel wie erlaubt',
  certificates: 'Nachweise',
  certificateStates: {
    VALID: 'Gültig',
    EXPIRING: 'Läuft bald ab',
    EXPIRED: 'Abgelaufen',
  },
  expiring: '{name} bis {day}',
  expired: '{name} am {day} abgelaufen',
  allValid: '{count, plural, one {# gültiger} other {# gültige}}',
  deactivate: 'Deaktivieren',
  activate: 'Aktivieren',
  deactivateTitle: '{name} deaktivieren',
  deactivateHelp: 'Es kommt keine Arbeit mehr dazu. Was erledigt ist, bleibt stehen.',
  counting: 'Die offenen Aufgaben werden gezählt.',
  someGoBack: 'Offene Aufgaben gehen zurück, und alle dürfen sie nehmen.',
  goBack:
    '{count, plural, =0 {Keine offene Aufgabe geht zurück.} one {# offene Aufgabe geht zurück, und alle dürfen sie nehmen.} other {# offene Aufgaben gehen zurück, und alle dürfen sie nehmen.}}',
  handedBack:
    '{count, plural, =0 {Nichts war offen, also ging nichts zurück.} one {# Aufgabe ging zurück:} other {# Aufgaben gingen zurück:}}',
  onDuty: 'In den Dienst',
  takeBreak: 'Pause',
  offDuty: 'Dienst beenden',
  absent: 'Abwesend',
  absentTitle: '{name} ist abwesend',
  absentUntil: 'Bis',
  absentUntilHelp: 'Leer: bis auf Weiteres.',
  absentHelp:
    '{count, plural, =0 {Es sind keine Aufgaben offen.} one {Die offene Aufgabe geht an jemanden im Dienst, sonst an die Firma, sonst an alle.} other {Die # offenen Aufgaben gehen an andere im Dienst, sonst an die Firma, sonst an alle.}}',
  notActiveHelp: 'Nicht aktiv: Es wird kein Dienst gemeldet und keine Arbeit vergeben.',
  handedOver: 'Während der Abwesenheit übergeben',
  handedOverTo: 'jetzt bei {name}',
  handedToAll: 'jetzt für alle',
  begun: 'begonnen, bleibt also dort',
  takeBack:
    '{count, plural, one {# nicht begonnene Aufgabe zurücknehmen} other {# nicht begonnene Aufgaben zurücknehmen}}',
  takenBack:
    '{count, plural, =0 {Nichts kam zurück: Alles war inzwischen begonnen oder weitergegeben.} one {# Aufgabe kam zurück:} other {# Aufgaben kamen zurück:}}',
  noCertificates:
    'Keine. Ein Nachweis kann zu einer Fähigkeit gehören; ist er abgelaufen, wird solche Arbeit nicht vergeben.',
  editCertificates: 'Nachweise bearbeiten',
  addCertificate: 'Nachweis hinzufügen',
  certificate: 'Nachweis',
  certificateNeeded: 'Jeder Nachweis braucht einen Namen.',
  forSkill: 'Für die Fähigkeit',
  noSkill: 'Keine bestimmte',
  lastDay: 'Letzter Tag',
  withoutEnd: 'unbefristet',
  proof: 'Beleg',
  proofOf: 'Beleg für {name}',
  addProof: 'Foto oder PDF hinzufügen',
  otherProof: 'Anderes Foto oder PDF',
  proofAdded: 'Beleg ist da und wird beim Speichern behalten.',
  proofRefused: '{name} wurde nicht gesendet: Ein Beleg ist JPEG, PNG, WebP oder PDF mit höchstens 10 MB.',
} satisfies Texts<typeof en>
