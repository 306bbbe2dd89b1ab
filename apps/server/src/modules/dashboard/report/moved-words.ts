/** Sentences on what moved, by how clear the difference is. */

interface MovedWords {
  readonly fewSubmissions: (n: string, before: string) => string
  readonly submissionsChanged: (n: string, change: string) => string
  readonly submissionsSteady: (n: string) => string
  readonly fewRatings: (n: string, before: string) => string
  readonly averageRose: (average: string, points: string, n: string) => string
  readonly averageFell: (average: string, points: string, n: string) => string
  readonly averageSteady: (average: string, n: string) => string
  readonly place: (name: string, average: string, points: string, n: string) => string
  readonly issue: (name: string, n: string, change: string) => string
  /** @param overdue undefined if none is */
  readonly tasks: (created: string, done: string, open: string, overdue: string | undefined) => string
}

const en: MovedWords = {
  fewSubmissions: (n, before) =>
    `Too few submissions to compare: ${n}, and ${before} in the previous period.`,
  submissionsChanged: (n, change) => `Submissions: ${n}, ${change} against the previous period.`,
  submissionsSteady: (n) => `Submissions: ${n}, about as many as in the previous period.`,
  fewRatings: (n, before) => `Too few ratings to compare: ${n}, and ${before} in the previous period.`,
  averageRose: (average, points, n) => `The average rating rose to ${average} (${points}, n = ${n}).`,
  averageFell: (average, points, n) => `The average rating fell to ${average} (${points}, n = ${n}).`,
  averageSteady: (average, n) =>
    `The average rating is ${average} (n = ${n}); it differs from the previous period by no more than chance.`,
  place: (name, average, points, n) =>
    `The rating of ${name} changed most clearly: ${average} on average (${points}, n = ${n}).`,
  issue: (name, n, change) => `The issue “${name}” changed most: ${n} submissions (${change}).`,
  tasks: (created, done, open, overdue) =>
    `Tasks: ${created} created and ${done} done; ${open} not done now${overdue ? `, ${overdue} of them overdue` : ''}.`,
}

const de: MovedWords = {
  fewSubmissions: (n, before) =>
    `Zu wenige Meldungen für einen Vergleich: ${n}, im vorigen Zeitraum ${before}.`,
  submissionsChanged: (n, change) => `Meldungen: ${n}, ${change} gegenüber dem vorigen Zeitraum.`,
  submissionsSteady: (n) => `Meldungen: ${n}, etwa so viele wie im vorigen Zeitraum.`,
  fewRatings: (n, before) =>
    `Zu wenige Bewertungen für einen Vergleich: ${n}, im vorigen Zeitraum ${before}.`,
  averageRose: (average, points, n) =>
    `Die durchschnittliche Bewertung stieg auf ${average} (${points}, n = ${n}).`,
  averageFell: (average, points, n) =>
    `Die durchschnittliche Bewertung sank auf ${average} (${points}, n = ${n}).`,
  averageSteady: (average, n) =>
    `Die durchschnittliche Bewertung ist ${average} (n = ${n}); der Unterschied zum vorigen Zeitraum ist nicht größer als der Zufall.`,
  place: (name, average, points, n) =>
    `Am deutlichsten änderte sich die Bewertung von ${name}: im Durchschnitt ${average} (${points}, n = ${n}).`,
  issue: (name, n, change) => `Das Anliegen „${name}“ änderte sich am meisten: ${n} Meldungen (${change}).`,
  tasks: (created, done, open, overdue) =>
    `Aufgaben: ${created} angelegt und ${done} erledigt; ${open} jetzt nicht erledigt${overdue ? `, davon ${overdue} überfällig` : ''}.`,
}

export const movedWords = (language: 'en' | 'de'): MovedWords => (language === 'de' ? de : en)
