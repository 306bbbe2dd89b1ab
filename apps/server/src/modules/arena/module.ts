/** Arena: recognition for frontline teams that is voluntary, team first and for verified work only. */
import * as adminContracts from '#contracts/arena/admin.ts'
import * as boardContracts from '#contracts/arena/boards.ts'
import * as playContracts from '#contracts/arena/play.ts'
import * as contracts from '#contracts/arena.ts'
import type { TenantContext } from '#server/platform/context.ts'
import type { StoredEvent } from '#server/platform/events/stored-event.ts'
import { module } from '#server/platform/module.ts'
import createSeason from './admin/create-season.ts'
import decideDispute from './admin/decide-dispute.ts'
import decideRedemption from './admin/decide-redemption.ts'
import getArena from './admin/get-arena.ts'
import replaceArena from './admin/replace-arena.ts'
import updateSeason from './admin/update-season.ts'
import getFairness from './boards/get-fairness.ts'
import getKioskBoard from './boards/get-kiosk-board.ts'
import listBadges from './boards/list-badges.ts'
import listBuildingBoard from './boards/list-building-board.ts'
import listPlayerBoard from './boards/list-player-board.ts'
import listTeamBoard from './boards/list-team-board.ts'
import { cronJobs, scheduledJobs } from './jobs.ts'
import { arenaNews } from './news.ts'
import getChallenge from './play/get-challenge.ts'
import giveKudos from './play/give-kudos.ts'
import joinChallenge from './play/join-challenge.ts'
import listChallenges from './play/list-challenges.ts'
import listKudos from './play/list-kudos.ts'
import listMyRedemptions from './play/list-my-redemptions.ts'
import listRewards from './play/list-rewards.ts'
import redeemReward from './play/redeem-reward.ts'
import reportKudos from './play/report-kudos.ts'
import disputePoints from './points/dispute-points.ts'
import listMyPoints from './points/list-my-points.ts'
import { settleTask } from './points/settle-task.ts'
import { eraseMember } from './profile/erase-player.ts'
import getArenaProfile from './profile/get-arena-profile.ts'
import listMyBadges from './profile/list-my-badges.ts'
import listVisitorThanks from './profile/list-visitor-thanks.ts'
import optIntoArena from './profile/opt-into-arena.ts'
import updateArenaProfile from './profile/update-arena-profile.ts'
import { arenaRealm } from './realm.ts'
import getSeason from './seasons/get-season.ts'
import listSeasons from './seasons/list-seasons.ts'
import openArenaSession from './session/open-arena-session.ts'

type TaskEvent = StoredEvent<
  'task.status_changed' | 'task.reopened' | 'task.updated' | 'task.deleted' | 'internal.task_judged'
>

/** Each task once, since all its events have the same effect. */
const onTasks = async (ctx: TenantContext, events: readonly TaskEvent[]): Promise<void> => {
  for (const taskId of new Set(events.map(({ payload }) => payload.taskId))) await settleTask(ctx, taskId)
}

export default module({
  name: 'arena',
  implements: { ...contracts, ...boardContracts, ...playContracts, ...adminContracts },
  handlers: {
    createSeason,
    decideDispute,
    decideRedemption,
    disputePoints,
    getArena,
    getArenaProfile,
    getChallenge,
    getFairness,
    getKioskBoard,
    getSeason,
    giveKudos,
    joinChallenge,
    listBadges,
    listBuildingBoard,
    listChallenges,
    listKudos,
    listMyBadges,
    listMyPoints,
    listMyRedemptions,
    listPlayerBoard,
    listRewards,
    listSeasons,
    listTeamBoard,
    listVisitorThanks,
    openArenaSession,
    optIntoArena,
    redeemReward,
    replaceArena,
    reportKudos,
    updateArenaProfile,
    updateSeason,
  },
  interestedTenants: 'select tenant_id from arena_setting where tenant_id = any($1)',
  onBatch: {
    'task.status_changed': onTasks,
    'task.reopened': onTasks,
    'task.updated': onTasks,
    'task.deleted': onTasks,
    'internal.task_judged': onTasks,
    'internal.member_removed': async (ctx, events) => {
      for (const { payload } of events) await eraseMember(ctx, payload.userId)
    },
  },
  pushes: { arenaNews },
  scheduledJobs,
  cronJobs,
  realm: arenaRealm,
})
