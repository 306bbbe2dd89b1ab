/** Who the subject of a session in the arena is now: a player or a wall. */
import { forbidden } from '#server/platform/errors.ts'
import type { Realm } from '#server/platform/gate/realms.ts'

const ofPlayer = `select p.alias, p.user_id, p.opted_in from arena_player p
  join arena_setting a on a.tenant_id = $1 and a.enabled
  join app_user u on u.tenant_id = $1 and u.id = p.user_id and u.state = 'ACTIVE' and u.removed_at is null
  join session s on s.tenant_id = $1 and s.id = $3
  join session parent on parent.tenant_id = $1 and parent.id = s.parent_id and parent.ended_at is null
  where p.tenant_id = $1 and p.id = $2`

const ofKiosk = `select k.name from arena_kiosk k join arena_setting a on a.tenant_id = $1 and a.enabled
  where k.tenant_id = $1 and k.id = $2`

/** What players see before they joined; a kiosk and whoever has not joined get FORBIDDEN for the rest. */
const beforeJoining = new Set([
  'getArenaProfile',
  'optIntoArena',
  'listSeasons',
  'getSeason',
  'listChallenges',
  'getChallenge',
  'listBadges',
  'listRewards',
  'getFairness',
  'listTeamBoard',
  'listBuildingBoard',
])

export const arenaRealm: Realm = {
  access: 'arena',
  token: 'arena',
  session: 'ARENA',
  load: async (run, { tenantId, subjectId, sessionId }) => {
    const [player] = await run<{ alias: string; user_id: string; opted_in: boolean }>(ofPlayer, [
      tenantId,
      subjectId,
      sessionId,
    ])
    if (player)
      return {
        kind: 'PLAYER',
        id: subjectId,
        name: player.alias,
        sessionId,
        userId: player.user_id,
        optedIn: player.opted_in,
      }
    const [kiosk] = await run<{ name: string }>(ofKiosk, [tenantId, subjectId])
    return kiosk && { kind: 'KIOSK', id: subjectId, name: kiosk.name, sessionId }
  },
  authorize: ({ name, access }, { actor }) => {
    if (actor.kind === 'KIOSK' && !(access.kind === 'arena' && access.kiosk))
      throw forbidden('A wall only reads')
    if (actor.kind === 'PLAYER' && !actor.optedIn && !beforeJoining.has(name))
      throw forbidden('Join the arena first')
  },
}
