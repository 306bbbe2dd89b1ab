import type { Texts } from '#ui/language/texts.ts'
import type en from './en.ts'

export const places = {
  figures: {
    name: 'Zahlen',
  },
  ranking: {
    name: 'Einrichtungen nach Wertung',
  },
  amenityFigures: {
    name: 'Zahlen der Einrichtung',
  },
  buildingFigures: {
    name: 'Zahlen des Gebäudes',
  },
  reports: {
    name: 'Berichte',
  },
} as const

export default {
  submissions: 'Meldungen',
  average: 'Durchschnitt',
  score: 'Wertung',
  rank: 'Rang',
  change: 'Änderung',
  openTasks: 'Offene Aufgaben',
  overdue: 'Überfällig',
  done: 'Erledigte Aufgaben',
  uptime: 'Benutzbar',
  cleanings: 'Reinigungen',
  scans: 'Scans',
  replied: 'Beantwortet',
  slaKept: 'SLA gehalten',
  now: 'Jetzt, nicht der Zeitraum',
  noBefore: 'nichts im Zeitraum davor',
  against: '{change} gegenüber dem Zeitraum davor',
  tooFew: 'n = {n}, zu wenige',
  ofAgainst: 'n = {n}, {change} gegenüber dem Zeitraum davor',
  likely: 'wohl zwischen {low} und {high}',
  scoreOf: '{score}, zwischen {low} und {high}',
  unranked: 'ohne Rang',
  repliedOf: '{replied} von {count}, zwischen {low} und {high}',
  noSubmissions: 'keine Meldungen',
  slaOf: '{share}, {met} von {n}',
  slaBetween: 'n = {n}, zwischen {low} und {high}',
  overdueOf: '{count} überfällig',
  confirmedOf: '{count} bestätigt, {created} im Zeitraum angelegt',
  uptimeOf: '{usable} von {all} Minuten',
  neverCleaned: 'noch nie gereinigt, soweit bekannt',
  lastCleaned: 'zuletzt am {at}',
  neverScanned: 'noch nie gescannt',
  lastScan: 'zuletzt am {at}',
  sinceStickers: 'Seit es seine Aufkleber gibt',
  submissionsHow:
    'Meldungen von Besuchern im Zeitraum, mit oder ohne Bewertung. Als verdächtig zurückgehaltene zählen nicht. Solange der Zeitraum läuft, wird mit ebenso viel von dem davor verglichen.',
  averageHow: 'Einfaches Mittel aller Bewertungen von 1 bis 5 im Zeitraum.',

  trend: 'Durchschnitt im Lauf der Zeit',
  scale: 'Skala 1 bis 5',
  distribution: 'Bewertungen nach Wert',
  week: 'Stunden der Woche',
  hours: {
    count: 'Wie viel kam',
    average: 'Wie bewertet wurde',
  },
  groups: {
    all: 'Alles zusammen',
    building: 'Nach Gebäude',
    type: 'Nach Art',
    amenity: 'Nach Einrichtung',
  },
  gone: 'Gelöscht',
  issues: 'Anliegen',
  topics: 'Wörter, die zunehmen',
  buildings: 'Gebäude nebeneinander',
  mostOnly: 'Die {shown} mit den meisten von {all}.',
  noFeedback: 'Keine Rückmeldungen in diesem Zeitraum.',
  noIssues: 'Niemand hat in diesem Zeitraum ein Anliegen genannt.',
  noTopics: 'Kein Wort steht in mehr Kommentaren als davor.',
  topicOf: '{count, plural, one {# Kommentar} other {# Kommentare}}.',
  topicRated: '{count, plural, one {# Kommentar} other {# Kommentare}}, Durchschnitt {average}, n = {n}.',
  shareAgainst: 'Anteil an den Kommentaren: {change} gegenüber dem Zeitraum davor.',
  newTopic: 'In keinem Kommentar des Zeitraums davor.',
  topicsRead: 'Gelesen: {n} Kommentare des Zeitraums und {before} des Zeitraums davor.',
  topicsLimited: 'Es gibt mehr; die ältesten wurden nicht gelesen.',

  rankingHelp:
    'Nach einer Wertung, in der wenige Bewertungen wenig zählen: Drei gute gewinnen nicht. Unter 5 Bewertungen gibt es keinen Rang.',
  noAmenities: 'Keine Einrichtungen',
  noAmenitiesHelp: 'Hier erscheinen die Einrichtungen des Filters, auch die ohne Bewertung.',
  type: 'Art',
  lastDays: 'Letzte 30 Tage',
  asMultiples: 'Als kleine Diagramme',
  archived: 'archiviert',
  archivedType: '{type}, archiviert',
  noFloor: 'Auf keiner Etage',

  care: 'Nutzung und Pflege',
  record: 'Stammdaten öffnen',
  reports: 'Neueste Meldungen',
  tasks: 'Neueste Aufgaben',
  noTasks: 'Noch keine Aufgaben.',
  allOf: 'Alle {count}',
  ratingOnly: 'Nur Bewertung',

  reportHelp: 'Die Zahlen der Bildschirme als PDF zum Weitergeben, gezählt beim Erstellen.',
  reportAbout: 'Welche Tage und Orte',
  reportContents: 'Was darin steht',
  contents: {
    OVERVIEW: 'Überblick',
    FEEDBACK: 'Rückmeldungen',
    ISSUES: 'Anliegen',
    AMENITIES: 'Einrichtungen',
    TASKS: 'Aufgaben',
    SLA: 'SLA',
  },
  contentHelp: {
    OVERVIEW: 'Meldungen, Durchschnitt und Aufgaben gegenüber dem Zeitraum davor.',
    FEEDBACK: 'Durchschnitt am Tag und Bewertungen nach Wert, als Diagramme und Tabellen.',
    ISSUES: 'Was wie oft genannt wurde.',
    AMENITIES: 'Einrichtungen nach Wertung und wo sie wohl liegt.',
    TASKS: 'Offen, überfällig, angelegt und erledigt.',
    SLA: 'Wie gut die SLA gehalten wurden, nach Gebäude.',
  },
  reportLanguage: 'Sprache',
  build: 'Erstellen und herunterladen',
  built: 'Der Bericht ist da: {size} KB.',
  fileName: 'wellkept-bericht.pdf',
  reportGives: {
    first: 'Ein Bericht über jeden Zeitraum und jedes Gebäude als PDF, auf Deutsch oder Englisch.',
    second: 'Diagramme mit Tabellen daneben, auch für Vorleseprogramme.',
  },

  notes: 'Vermerke zu Tagen',
  notesHelp: 'Sie stehen an ihrem Tag in den Verläufen, für alle, die Zahlen sehen, und in Berichten.',
  note: 'Vermerk',
  noteHelp: 'Zum Beispiel „Neue Reinigungsfirma“.',
  noteNeeded: 'Schreiben Sie, was war.',
  noteDay: 'Tag',
  dayNeeded: 'Wählen Sie einen Tag.',
  noteBuilding: 'Nur für dieses Gebäude',
  addNote: 'Vermerk hinzufügen',
  removeNote: '„{text}“ entfernen',
  noNotes: 'Noch keine Vermerke.',
  notesFull: 'Es gibt 200 Vermerke, mehr gehen nicht. Entfernen Sie einen, den niemand mehr braucht.',

  formulas: {
    average: 'Durchschnitt: einfaches Mittel der Bewertungen von 1 bis 5.',
    score:
      'Wertung: (10 · m + Summe der Bewertungen) / (10 + n); m ist der Durchschnitt aller Bewertungen der Organisation im Zeitraum.',
    likely:
      'Wohl zwischen: Wertung ± 1,96 · s / √(n + 10) oder Durchschnitt ± 1,96 · s / √n; s ist die Streuung aller Bewertungen im Zeitraum.',
    rank: 'Rang: nach Wertung unter denen des Filters. Gleiche Wertungen teilen ihn; unter 5 Bewertungen gibt es keinen.',
    rankInBuilding:
      'Rang: nach Wertung im Gebäude. Gleiche Wertungen teilen ihn; unter 5 Bewertungen gibt es keinen.',
    issues:
      'Anteil: an den Meldungen, die ein Anliegen nennen. Er liegt mit 95 % Sicherheit zwischen den Grenzen (Wilson).',
    topics:
      'Ein Wort nimmt zu, wenn es in einem größeren Anteil der Kommentare steht als davor. Wörter aus weniger als 5 Kommentaren oder von weniger als 5 Besuchern und Namen bleiben weg.',
    replied:
      'Meldungen mit einer Antwort oder einem öffentlichen Vermerk an der Aufgabe dahinter, von allen. Der Anteil liegt mit 95 % Sicherheit zwischen den Grenzen (Wilson).',
    openTasks: 'Aufgaben, die jetzt nicht erledigt sind, in welchem Zeitraum auch immer.',
    done: 'Aufgaben, die erledigt sind und im Zeitraum fertig wurden. Erledigt ist eine Behauptung, bis ein Besucher, ein Foto, eine spätere Bewertung oder eine Kontrolle es bestätigt.',
    uptime:
      'Minuten, in denen sie benutzbar war, von denen des Zeitraums, in denen es sie gab. Wartung und außer Betrieb zählen nicht als benutzbar.',
    cleanings: 'Reinigungsaufgaben, die im Zeitraum erledigt und von niemandem abgelehnt wurden.',
    scans: 'Wie oft ihre Aufkleber gescannt wurden, seit es sie gibt; nach Tagen wird das nicht aufbewahrt.',
    sla: 'SLA gehalten: von den im Zeitraum angelegten Aufgaben, die ihre Zeit gehalten oder verfehlt haben, jene, die sie gehalten und nie verfehlt haben (Grenzen nach Wilson).',
  },
} satisfies Texts<typeof en>
