/** What a report says: English, or German. */

export interface ReportWords {
  readonly locale: string
  readonly title: string
  readonly clock: (zone: string) => string
  readonly counted: (at: string) => string
  readonly all: string
  readonly limited: string
  readonly page: (n: number) => string
  readonly blocks: Readonly<
    Record<'OVERVIEW' | 'FEEDBACK' | 'ISSUES' | 'AMENITIES' | 'TASKS' | 'SLA' | 'INSPECTIONS', string>
  >
  readonly moved: string
  readonly buildings: string
  readonly name: string
  readonly figure: string
  readonly value: string
  readonly before: string
  readonly yearBefore: string
  readonly submissions: string
  readonly ratings: string
  readonly average: string
  readonly open: string
  readonly inProgress: string
  readonly overdue: string
  readonly overdueTasks: string
  readonly change: string
  readonly created: string
  readonly done: string
  readonly trendTitle: string
  readonly trendAlt: (n: string, average: string) => string
  readonly hollow: string
  readonly mostADay: (n: string) => string
  readonly distributionTitle: string
  readonly distributionAlt: (n: string) => string
  readonly rating: Readonly<Record<'1' | '2' | '3' | '4' | '5', string>>
  readonly share: string
  readonly day: string
  readonly month: string
  readonly issue: string
  readonly issuesNote: (named: string) => string
  readonly amenity: string
  readonly building: string
  readonly rank: string
  readonly score: string
  readonly interval: string
  readonly openTasks: string
  readonly scoreNote: string
  readonly scoreAlt: (n: string) => string
  readonly more: (shown: string, all: string) => string
  /** those with the most submissions */
  readonly first: (shown: string, all: string) => string
  readonly lowest: (shown: string, all: string) => string
  readonly met: string
  readonly missed: string
  readonly slaNote: string
  readonly none: string
  readonly inspections: string
  readonly inspectionsNote: string
  readonly meanScore: string
  readonly passed: string
  readonly passedShare: string
}

const en: ReportWords = {
  locale: 'en-GB',
  title: 'Report',
  clock: (zone) => `Days in the time zone ${zone}.`,
  counted: (at) => `As of ${at}.`,
  all: 'All buildings',
  limited: 'It starts with the earliest data that the plan includes.',
  page: (n) => `Page ${n}`,
  blocks: {
    OVERVIEW: 'Overview',
    FEEDBACK: 'Feedback',
    ISSUES: 'Issues',
    AMENITIES: 'Amenities',
    TASKS: 'Tasks',
    SLA: 'SLA',
    INSPECTIONS: 'Inspections',
  },
  moved: 'What moved',
  buildings: 'Buildings',
  name: 'Name',
  figure: 'Figure',
  value: 'Value',
  before: 'Change from the previous period',
  yearBefore: 'Change from the year before',
  submissions: 'Submissions',
  ratings: 'Ratings',
  average: 'Average',
  open: 'Open now',
  inProgress: 'In progress now',
  overdue: 'Overdue now',
  overdueTasks: 'Overdue',
  change: 'Change',
  created: 'Created in the period',
  done: 'Done in the period',
  trendTitle: 'Average rating by day',
  trendAlt: (n, average) =>
    `Average rating by day, ${n} ratings, ${average} on average; the table below has the values`,
  hollow: 'Hollow points: fewer than 5 ratings. Bars: ratings per day.',
  mostADay: (n) => `${n} per day`,
  distributionTitle: 'Ratings by value',
  distributionAlt: (n) => `Ratings by value, ${n} in total; the table below has the values`,
  rating: { '5': 'Very good', '4': 'Good', '3': 'Okay', '2': 'Poor', '1': 'Very poor' },
  share: 'Share',
  day: 'Day',
  month: 'Month',
  issue: 'Issue',
  issuesNote: (named) =>
    `Share of the ${named} submissions that report an issue; a submission can report several.`,
  amenity: 'Amenity',
  building: 'Building',
  rank: 'Rank',
  score: 'Score',
  interval: '95 % interval',
  openTasks: 'Open tasks',
  scoreNote:
    'Score: the average rating; with few ratings it moves towards the average of the whole organisation. Ranked from 5 ratings. The lowest first.',
  scoreAlt: (n) =>
    `Scores of ${n} amenities with their 95 % confidence intervals; the table below has the values`,
  more: (shown, all) => `The first ${shown} of ${all}; the CSV export contains all.`,
  first: (shown, all) => `The ${shown} with the most submissions of ${all}.`,
  lowest: (shown, all) => `The ${shown} lowest scores of ${all}.`,
  met: 'Met',
  missed: 'Missed',
  slaNote: 'Tasks created in the period that have met or missed their target.',
  none: 'No data for this period.',
  inspections: 'Inspections',
  inspectionsNote:
    'Inspections by scouts, in rounds that were submitted. Scores from 0 to 100, the lowest first.',
  meanScore: 'Mean score',
  passed: 'Passed',
  passedShare: 'Share passed',
}

const de: ReportWords = {
  locale: 'de',
  title: 'Bericht',
  clock: (zone) => `Tage in der Zeitzone ${zone}.`,
  counted: (at) => `Stand: ${at}.`,
  all: 'Alle Gebäude',
  limited: 'Er beginnt mit den frühesten Daten, die der Tarif enthält.',
  page: (n) => `Seite ${n}`,
  blocks: {
    OVERVIEW: 'Überblick',
    FEEDBACK: 'Rückmeldungen',
    ISSUES: 'Anliegen',
    AMENITIES: 'Einrichtungen',
    TASKS: 'Aufgaben',
    SLA: 'SLA',
    INSPECTIONS: 'Prüfungen',
  },
  moved: 'Was sich bewegt hat',
  buildings: 'Gebäude',
  name: 'Name',
  figure: 'Kennzahl',
  value: 'Wert',
  before: 'Gegenüber dem vorigen Zeitraum',
  yearBefore: 'Gegenüber dem Vorjahr',
  submissions: 'Meldungen',
  ratings: 'Bewertungen',
  average: 'Durchschnitt',
  open: 'Jetzt offen',
  inProgress: 'Jetzt in Arbeit',
  overdue: 'Jetzt überfällig',
  overdueTasks: 'Überfällig',
  change: 'Veränderung',
  created: 'Im Zeitraum angelegt',
  done: 'Im Zeitraum erledigt',
  trendTitle: 'Durchschnittliche Bewertung pro Tag',
  trendAlt: (n, average) =>
    `Durchschnittliche Bewertung pro Tag, ${n} Bewertungen, im Durchschnitt ${average}; die Tabelle darunter enthält die Werte`,
  hollow: 'Hohle Punkte: weniger als 5 Bewertungen. Balken: Bewertungen pro Tag.',
  mostADay: (n) => `${n} pro Tag`,
  distributionTitle: 'Bewertungen nach Wert',
  distributionAlt: (n) => `Bewertungen nach Wert, insgesamt ${n}; die Tabelle darunter enthält die Werte`,
  rating: { '5': 'Sehr gut', '4': 'Gut', '3': 'Geht so', '2': 'Schlecht', '1': 'Sehr schlecht' },
  share: 'Anteil',
  day: 'Tag',
  month: 'Monat',
  issue: 'Anliegen',
  issuesNote: (named) =>
    `Anteil an den ${named} Meldungen, die ein Anliegen nennen; eine Meldung kann mehrere nennen.`,
  amenity: 'Einrichtung',
  building: 'Gebäude',
  rank: 'Rang',
  score: 'Wertung',
  interval: '95-%-Intervall',
  openTasks: 'Offene Aufgaben',
  scoreNote:
    'Wertung: der Durchschnitt, bei wenigen Bewertungen näher an dem der ganzen Organisation. Rang ab 5 Bewertungen. Die niedrigste zuerst.',
  scoreAlt: (n) =>
    `Wertungen von ${n} Einrichtungen mit ihren 95-%-Konfidenzintervallen; die Tabelle darunter enthält die Werte`,
  more: (shown, all) => `Die ersten ${shown} von ${all}; die CSV-Datei enthält alle.`,
  first: (shown, all) => `Die ${shown} mit den meisten Meldungen von ${all}.`,
  lowest: (shown, all) => `Die ${shown} niedrigsten Wertungen von ${all}.`,
  met: 'Eingehalten',
  missed: 'Verfehlt',
  slaNote: 'Im Zeitraum angelegte Aufgaben, deren Ziel eingehalten oder verfehlt ist.',
  none: 'Keine Daten in diesem Zeitraum.',
  inspections: 'Prüfungen',
  inspectionsNote: 'Prüfungen in abgegebenen Rundgängen. Punkte von 0 bis 100, die niedrigsten zuerst.',
  meanScore: 'Mittlere Punktzahl',
  passed: 'Bestanden',
  passedShare: 'Anteil bestanden',
}

export const reportWords = (language: 'en' | 'de'): ReportWords => (language === 'de' ? de : en)
