import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export const places = {
  figures: {
    name: 'Kennzahlen',
  },
  ranking: {
    name: 'Einrichtungen nach Wertung',
  },
  amenityFigures: {
    name: 'Kennzahlen der Einrichtung',
  },
  buildingFigures: {
    name: 'Kennzahlen des Gebäudes',
  },
  reports: {
    name: 'Berichte',
  },
} as const

export default {
  submissions: 'Rückmeldungen',
  average: 'Durchschnitt',
  score: 'Wertung',
  rank: 'Rang',
  change: 'Veränderung',
  openTasks: 'Offene Aufgaben',
  overdue: 'Überfällig',
  done: 'Erledigte Aufgaben',
  uptime: 'Verfügbar',
  cleanings: 'Reinigungen',
  scans: 'Scans',
  replied: 'Beantwortet',
  slaKept: 'SLA eingehalten',
  inspectionScore: 'Mittlere Punktzahl',
  inspectionsPassed: 'Bestanden',
  now: 'Jetzt, unabhängig vom Zeitraum',
  noBefore: '{other, select, YEAR {im Vorjahr nichts} other {im vorigen Zeitraum nichts}}',
  against: '{other, select, YEAR {{change} zum Vorjahr} other {{change} zum vorigen Zeitraum}}',
  tooFew: 'n = {n}, zu wenige',
  ofAgainst:
    '{other, select, YEAR {n = {n}, {change} zum Vorjahr} other {n = {n}, {change} zum vorigen Zeitraum}}',
  likely: 'wohl zwischen {low} und {high}',
  scoreOf: '{score}, zwischen {low} und {high}',
  unranked: 'ohne Rang',
  repliedOf: '{replied} von {count}, zwischen {low} und {high}',
  noSubmissions: 'keine Rückmeldungen',
  slaOf: '{share}, {met} von {n}',
  slaBetween: 'n = {n}, zwischen {low} und {high}',
  overdueOf: '{count} überfällig',
  confirmedOf: '{count} bestätigt, {created} im Zeitraum angelegt',
  uptimeOf: '{usable} von {all} Minuten',
  neverCleaned: 'keine Reinigung erfasst',
  lastCleaned: 'zuletzt am {at}',
  neverScanned: 'noch nie gescannt',
  lastScan: 'zuletzt am {at}',
  sinceStickers: 'Seit Anlegen der Aufkleber',
  submissionsHow:
    'Rückmeldungen von Besuchern im Zeitraum, mit oder ohne Bewertung. Rückmeldungen in Quarantäne zählen nicht. Ein laufender Zeitraum wird mit dem gleichen Teil des vorigen verglichen.',
  averageHow: 'Mittelwert aller Bewertungen von 1 bis 5 im Zeitraum.',

  trend: 'Durchschnitt im Zeitverlauf',
  scale: 'Skala 1 bis 5',
  distribution: 'Bewertungen nach Wert',
  week: 'Stunden der Woche',
  hours: {
    count: 'Anzahl der Rückmeldungen',
    average: 'Durchschnittliche Bewertung',
  },
  groups: {
    all: 'Gesamt',
    building: 'Nach Gebäude',
    type: 'Nach Art',
    amenity: 'Nach Einrichtung',
  },
  gone: 'Gelöscht',
  issues: 'Anliegen',
  print: 'Drucken',
  topics: 'Häufigere Wörter',
  buildings: 'Gebäudevergleich',
  mostOnly: 'Die ersten {shown} von {all}.',
  noFeedback: 'Keine Rückmeldungen in diesem Zeitraum.',
  noIssues: 'In diesem Zeitraum wurden keine Anliegen gemeldet.',
  noTopics: 'Kein Wort kommt häufiger vor als zuvor.',
  topicOf: '{count, plural, one {# Kommentar} other {# Kommentare}}.',
  topicRated: '{count, plural, one {# Kommentar} other {# Kommentare}}, Durchschnitt {average}, n = {n}.',
  shareAgainst:
    '{other, select, YEAR {Anteil an den Kommentaren: {change} zum Vorjahr.} other {Anteil an den Kommentaren: {change} zum vorigen Zeitraum.}}',
  newTopic:
    '{other, select, YEAR {Im Vorjahr} other {Im vorigen Zeitraum}} in zu wenigen Kommentaren zum Vergleichen.',
  topicsRead:
    '{other, select, YEAR {Grundlage: {n} Kommentare des Zeitraums und {before} des Vorjahrs.} other {Grundlage: {n} Kommentare des Zeitraums und {before} des vorigen.}}',
  topicsLimited: 'Es gibt mehr; die ältesten bleiben unberücksichtigt.',

  rankingHelp:
    'Sortiert nach einer Wertung, in der wenige Bewertungen wenig Gewicht haben: Drei gute reichen nicht für Platz 1. Unter 5 Bewertungen gibt es keinen Rang.',
  noAmenities: 'Keine Einrichtungen',
  noAmenitiesHelp: 'Hier erscheinen Einrichtungen, die zu den Filtern passen, auch ohne Bewertung.',
  type: 'Art',
  lastDays: 'Letzte 30 Tage',
  asMultiples: 'Als kleine Diagramme anzeigen',
  archived: 'archiviert',
  archivedType: '{type}, archiviert',
  noFloor: 'Ohne Etage',

  care: 'Nutzung und Reinigung',
  record: 'Stammdaten öffnen',
  reports: 'Neueste Rückmeldungen',
  tasks: 'Neueste Aufgaben',
  noTasks: 'Noch keine Aufgaben.',
  allOf: 'Alle {count}',
  ratingOnly: 'Nur Bewertung',

  reportHelp: 'Die Kennzahlen als PDF zum Weitergeben, auf dem Stand der Erstellung.',
  reportAbout: 'Zeitraum und Orte',
  reportContents: 'Inhalt',
  contents: {
    OVERVIEW: 'Überblick',
    FEEDBACK: 'Rückmeldungen',
    ISSUES: 'Anliegen',
    AMENITIES: 'Einrichtungen',
    TASKS: 'Aufgaben',
    SLA: 'SLA',
    INSPECTIONS: 'Prüfungen',
  },
  contentHelp: {
    OVERVIEW: 'Rückmeldungen, Durchschnitt und Aufgaben im Vergleich zum vorigen Zeitraum.',
    FEEDBACK: 'Tagesdurchschnitt und Bewertungen nach Wert, als Diagramme und Tabellen.',
    ISSUES: 'Wie oft jedes Anliegen gemeldet wurde.',
    AMENITIES: 'Einrichtungen nach Wertung, mit Konfidenzintervall.',
    TASKS: 'Offen, überfällig, angelegt und erledigt.',
    SLA: 'Anteil eingehaltener SLA, nach Gebäude.',
    INSPECTIONS: 'Punkte und Anteil bestanden, nach Einrichtung.',
  },
  reportLanguage: 'Sprache',
  build: 'Erstellen und herunterladen',
  built: 'Bericht heruntergeladen: {size} KB.',
  fileName: 'wellkept-bericht.pdf',
  reportGives: {
    first: 'Ein PDF-Bericht für jeden Zeitraum und jedes Gebäude, auf Deutsch oder Englisch.',
    second: 'Diagramme mit Datentabellen, auch für Screenreader.',
  },

  notes: 'Notizen zu Tagen',
  notesHelp: 'Sie erscheinen an ihrem Tag in Diagrammen und in Berichten, für alle, die Kennzahlen sehen.',
  note: 'Notiz',
  noteHelp: 'Zum Beispiel „Neue Reinigungsfirma“.',
  noteNeeded: 'Geben Sie eine Notiz ein.',
  noteDay: 'Tag',
  dayNeeded: 'Wählen Sie einen Tag.',
  noteBuilding: 'Nur für dieses Gebäude',
  addNote: 'Notiz hinzufügen',
  removeNote: '„{text}“ entfernen',
  noNotes: 'Noch keine Notizen.',
  notesFull: 'Das Limit von 200 Notizen ist erreicht. Entfernen Sie eine, die nicht mehr gebraucht wird.',

  formulas: {
    average: 'Durchschnitt: Mittelwert der Bewertungen von 1 bis 5.',
    score:
      'Wertung: (10 · m + Summe der Bewertungen) / (10 + n); m ist der Durchschnitt aller Bewertungen der Organisation im Zeitraum.',
    likely:
      'Wohl zwischen: Wertung ± 1,96 · s / √(n + 10) oder Durchschnitt ± 1,96 · s / √n; s ist die Streuung aller Bewertungen im Zeitraum.',
    rank: 'Rang: nach Wertung unter den gefilterten Einrichtungen. Gleiche Wertungen teilen ihn; unter 5 Bewertungen gibt es keinen.',
    rankInBuilding:
      'Rang: nach Wertung im Gebäude. Gleiche Wertungen teilen ihn; unter 5 Bewertungen gibt es keinen.',
    issues: 'Anteil an den Rückmeldungen mit Anliegen, mit 95-%-Konfidenzintervall (Wilson).',
    topics:
      'Ein Wort gilt als häufiger, wenn es in einem größeren Anteil der Kommentare vorkommt als zuvor. Wörter aus weniger als 5 Kommentaren oder von weniger als 5 Besuchern sowie Namen bleiben unberücksichtigt.',
    replied:
      'Anteil aller Rückmeldungen mit einer Antwort oder einer öffentlichen Notiz an ihrer Aufgabe, mit 95-%-Konfidenzintervall (Wilson).',
    openTasks: 'Aufgaben, die jetzt nicht erledigt sind, unabhängig vom Zeitraum.',
    done: 'Im Zeitraum erledigte Aufgaben. Sie gelten als gemeldet, bis ein Besucher, ein Foto, eine spätere Bewertung oder eine Kontrolle sie bestätigt.',
    uptime:
      'Minuten, in denen sie benutzbar war, von allen Minuten, in denen es sie im Zeitraum gab. Wartung und außer Betrieb zählen als nicht benutzbar.',
    cleanings: 'Im Zeitraum erledigte und nicht abgelehnte Reinigungsaufgaben.',
    scans: 'Scans ihrer Aufkleber, seit es sie gibt; Scans werden nicht nach Tagen gespeichert.',
    inspections: 'Prüfungen in abgegebenen Rundgängen, Punkte von 0 bis 100.',
    sla: 'SLA eingehalten: von den im Zeitraum angelegten Aufgaben mit entschiedenem SLA jene, die es eingehalten und nie verfehlt haben (Konfidenzintervall nach Wilson).',
  },
} satisfies Texts<typeof en>
