/** What other modules may use of rounds. */
export { readJudgements, readRoundJudgements } from './agreement.ts'
export { readJudgements } from './agreement.ts'
export { type HandedBack, handBackRounds } from './hand-back.ts'
/** What other modules may use of rounds. */
export { type AnswerField, answer } from './answer.ts'
export { begin } from './begin.ts'
export { createExtra } from './extra-round.ts'
export { complete, reopen, skip } from './finish.ts'
export { lockRound, roundDetails, roundsById, visibleRound, visibleTo } from './own-rounds.ts'
export { inspectionsById } from './present-inspection.ts'
export { pause, start, submit } from './run-round.ts'
export { accept, decline } from './take-round.ts'
