/** What other modules may use of dashboards, such as digests, mailings and share links. */
export { type Among, feedbackAmong } from './feedback-among.ts'
export { type Figures, openFiguresUnder } from './figures/open-figures.ts'
export type { Filter } from './filters.ts'
export { type Change, type Movement, readMovement } from './movement.ts'
export { numbersIn } from './report/numbers.ts'
export { reportWords } from './report/report-words.ts'
export { type SharedFigures, sharedFigures } from './shared/shared-figures.ts'
export { type FileAbout, sharedCsv, sharedPdf } from './shared/shared-files.ts'
