/** Reasons in the list of SLA breaches: in German for readers of German, otherwise in English. */
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'

export interface BreachWords {
  readonly notBegun: string
  readonly begunLate: string
  readonly notFinished: string
  readonly finishedLate: string
  readonly before: string
  readonly beginSoon: string
  readonly finishSoon: string
}

const en: BreachWords = {
  notBegun: 'Not started in time',
  begunLate: 'Started too late',
  notFinished: 'Not finished in time',
  finishedLate: 'Finished too late',
  before: 'Late before it was reopened',
  beginSoon: 'Not started, and 75 % of the time has passed',
  finishSoon: 'Not finished, and 75 % of the time has passed',
}

const de: BreachWords = {
  notBegun: 'Nicht rechtzeitig begonnen',
  begunLate: 'Zu spät begonnen',
  notFinished: 'Nicht rechtzeitig erledigt',
  finishedLate: 'Zu spät erledigt',
  before: 'Verspätet, bevor es wieder geöffnet wurde',
  beginSoon: 'Nicht begonnen, und drei Viertel der Zeit sind um',
  finishSoon: 'Nicht erledigt, und drei Viertel der Zeit sind um',
}

export const breachWords = (language: VisitorLanguage): BreachWords => (language === 'de' ? de : en)
