/** What other modules may use of rounds. */
export { readJudgements } from './agreement.ts'
export { createRounds } from './create-rounds.ts'
export { type HandedBack, handBackRounds } from './hand-back.ts'
