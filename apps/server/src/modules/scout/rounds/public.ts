/** What other modules may use of rounds. */
export { readJudgements } from './agreement.ts'
export { type HandedBack, handBackRounds } from './hand-back.ts'
