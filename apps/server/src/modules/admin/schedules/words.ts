/** What a schedule says on the tasks that it makes; in German or English, as the organisation reads. */
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'

export interface Missed {
  readonly count: number
  /** on the place's clock */
  readonly first: string
  readonly last: string
}

interface Words {
  readonly from: (schedule: string) => string
  readonly gone: string
  readonly missed: (missed: Missed) => string
}

const english: Words = {
  from: (schedule) => `From the schedule ${schedule}`,
  gone: 'whoever it names can be given no work now, so it is for everybody',
  missed: ({ count, first, last }) =>
    count === 1
      ? `One earlier time was missed: ${first}. This task stands for it too.`
      : `${count} earlier times were missed: from ${first} to ${last}. This task stands for them too.`,
}

const german: Words = {
  from: (schedule) => `Aus dem Zeitplan ${schedule}`,
  gone: 'wer dort genannt ist, kann gerade keine Arbeit bekommen, deshalb ist sie für alle da',
  missed: ({ count, first, last }) =>
    count === 1
      ? `Ein früherer Termin wurde verpasst: ${first}. Diese Aufgabe steht auch für ihn.`
      : `${count} frühere Termine wurden verpasst: von ${first} bis ${last}. Diese Aufgabe steht auch für sie.`,
}

export const wordsIn = (language: VisitorLanguage): Words => (language === 'de' ? german : english)
