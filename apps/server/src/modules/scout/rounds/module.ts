/** Rounds, and the inspections of their stops. */
import * as contracts from '#contracts/scout/admin-rounds.ts'
import * as inspections from '#contracts/scout/phone/inspections.ts'
import * as walk from '#contracts/scout/phone/walk.ts'
import { module } from '#server/platform/module.ts'
import acceptRound from './accept-round.ts'
import beginInspection from './begin-inspection.ts'
import completeInspection from './complete-inspection.ts'
import createExtraRound from './create-extra-round.ts'
import declineRound from './decline-round.ts'
import { expireRound } from './expire-round.ts'
import getInspection from './get-inspection.ts'
import getScoutRound from './get-scout-round.ts'
import listRounds from './list-rounds.ts'
import listScoutRounds from './list-scout-rounds.ts'
import { roundAssigned } from './mails/round-assigned.ts'
import { roundReturned } from './mails/round-returned.ts'
import pauseRound from './pause-round.ts'
import reopenInspection from './reopen-inspection.ts'
import reviewRound from './review-round.ts'
import saveAnswers from './save-answers.ts'
import { showRounds } from './show-rounds.ts'
import skipInspection from './skip-inspection.ts'
import startRound from './start-round.ts'
import submitRound from './submit-round.ts'

export default module({
  name: 'rounds',
  implements: { ...contracts, ...inspections, ...walk },
  handlers: {
    acceptRound,
    beginInspection,
    completeInspection,
    createExtraRound,
    declineRound,
    getInspection,
    getScoutRound,
    listRounds,
    listScoutRounds,
    pauseRound,
    reopenInspection,
    reviewRound,
    saveAnswers,
    skipInspection,
    startRound,
    submitRound,
  },
  serializers: showRounds,
  mails: { roundAssigned, roundReturned },
  scheduledJobs: { 'round.expires': expireRound },
})
