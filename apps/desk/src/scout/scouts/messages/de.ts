import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'
import type { places as english } from './en.ts'

export const places = {
  scouts: {
    name: 'Prüfpersonen',
    about: 'Menschen außerhalb des Teams, die mit dem Telefon prüfen.',
  },
} satisfies Texts<typeof english>

export default {
  help: 'Prüfpersonen prüfen mit dem Telefon, auch ohne Netz. Sie haben kein Konto im Team.',
  search: 'Prüfpersonen suchen',
  invite: 'Prüfperson einladen',
  editTitle: 'Prüfperson bearbeiten',
  noneTitle: 'Keine Prüfpersonen',
  noneHelp:
    'Objektleitung, Auditoren, Testbesuche oder Auftraggeber prüfen, was geleistet wurde. Was sie finden, wird zu Aufgaben.',
  nameHelp: 'Das Team liest diesen Namen.',
  mysteryName: 'Nur die Prüfperson sieht diesen Namen. Das Team liest „Mystery visitor“ mit einer Nummer.',
  mysteryRename: 'Er wird nirgends angezeigt. Leer: unverändert.',
  nameNeeded: 'Geben Sie einen Namen ein.',
  buildingNeeded: 'Wählen Sie mindestens ein Gebäude.',
  kind: 'Art',
  kinds: {
    SUPERVISOR: 'Objektleitung',
    AUDITOR: 'Auditor',
    MYSTERY: 'Testbesuch',
    ACCESSIBILITY: 'Prüfung der Barrierefreiheit',
    CLIENT: 'Auftraggeber',
  },
  kindHelps: {
    SUPERVISOR: 'Prüft die Arbeit der eigenen Leute.',
    AUDITOR: 'Prüft für den Vertrag, unabhängig vom Team.',
    MYSTERY: 'Kommt unangekündigt. Name und genaue Zeiten erscheinen nirgends.',
    ACCESSIBILITY: 'Prüft den Zugang mit Maßen.',
    CLIENT: 'Prüft für die, die die Arbeit bezahlen.',
  },
  states: {
    INVITED: 'Eingeladen',
    ACTIVE: 'Aktiv',
    SUSPENDED: 'Pausiert',
    REVOKED: 'Beendet',
  },
  buildings: 'Gebäude',
  types: 'Arten von Einrichtungen',
  typesHelp: 'Keine gewählt: alle.',
  seen: 'Was die Prüfperson sehen darf',
  blind: 'Blind bis zur eigenen Bewertung',
  blindHelp:
    'Keine Bewertungen, Rückmeldungen oder Ergebnisse anderer, bevor eine Einrichtung selbst geprüft ist.',
  alwaysBlind:
    'Bei einem Testbesuch sind Bewertungen, Rückmeldungen und Ergebnisse anderer vor der eigenen Bewertung verborgen.',
  extraRounds: 'Eigene Rundgänge',
  extraRoundsHelp: 'Darf Rundgänge beginnen, die niemand geplant hat.',
  validFrom: 'Gültig ab',
  validUntil: 'Gültig bis',
  datesHelp: 'Beide Tage eingeschlossen. Leer: ab heute, für 90 Tage.',
  emailHelp:
    'Erhält den Aktivierungscode und eine Nachricht zu jedem neuen Rundgang. Wird nirgends angezeigt.',
  language: 'Sprache',
  reference: 'Kennzeichen',
  referenceHelp: 'Zum Beispiel die Nummer bei Ihrer Agentur.',
  where: 'Wo',
  device: 'Telefon',
  noDevice: 'Nicht aktiviert',
  neverSynced: 'Noch nicht abgeglichen',
  rounds: 'Rundgänge',
  roundCounts: '{submitted} abgegeben, {open} offen',
  findings: 'Feststellungen',
  rejected: '{count} abgelehnt',
  agreement: 'Übereinstimmung',
  kappa: 'κ {value} ({low} bis {high}), {n} Paare',
  kappaNone: 'Weniger als 20 Paare',
  showRounds: 'Rundgänge zeigen',
  newCode: 'Neuer Aktivierungscode',
  newCodeTitle: 'Neuer Aktivierungscode für {name}',
  newCodeHelp:
    'Bei verlorenem Code oder neuem Telefon. Das Telefon in Gebrauch wird sofort abgemeldet. Was es noch enthält, wird nach erneuter Aktivierung gesendet.',
  makeCode: 'Code erzeugen',
  pause: 'Pausieren',
  pauseTitle: '{name} pausieren',
  pauseHelp:
    'Das Telefon wird innerhalb einer Sekunde abgemeldet. Nicht begonnene Rundgänge gehen an andere Prüfpersonen.',
  resume: 'Fortsetzen',
  end: 'Zugang beenden',
  endTitle: 'Zugang von {name} beenden',
  endHelp:
    'Das Telefon wird innerhalb einer Sekunde abgemeldet und nimmt nichts mehr an. Offene Rundgänge gehen an andere Prüfpersonen. Das ist endgültig.',
  shownTitle: 'Aktivierungscode für {name}',
  shownHelp:
    'Geben Sie der Prüfperson diesen Code. Er gilt einmal, bis {until}, und wird nicht wieder angezeigt.',
  sentHelp: 'Er wurde auch per E-Mail gesendet.',
  copyCode: 'Code kopieren',
  link: 'Oder senden Sie den Link, der die App mit dem Code öffnet:',
  copyLink: 'Link kopieren',
  saved: 'Ich habe ihn weitergegeben',
  notYet: 'Der Code wird nicht wieder angezeigt. Geben Sie ihn zuerst weiter.',
} satisfies Texts<typeof en>
