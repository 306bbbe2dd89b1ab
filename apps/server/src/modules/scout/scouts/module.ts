/** Scouts: people outside the team who inspect. */
import * as contracts from '#contracts/scout/admin-scouts.ts'
import * as session from '#contracts/scout/phone/session.ts'
import { module } from '#server/platform/module.ts'
import activateScout from './activate-scout.ts'
import createScout from './create-scout.ts'
import getScoutProfile from './get-scout-profile.ts'
import listScouts from './list-scouts.ts'
import logoutScout from './logout-scout.ts'
import { scoutInvited } from './mails/scout-invited.ts'
import refreshScout from './refresh-scout.ts'
import { scoutRealm } from './scout-realm.ts'
import updateScout from './update-scout.ts'
import updateScoutProfile from './update-scout-profile.ts'

export default module({
  name: 'scouts',
  implements: { ...contracts, ...session },
  handlers: {
    activateScout,
    createScout,
    getScoutProfile,
    listScouts,
    logoutScout,
    refreshScout,
    updateScout,
    updateScoutProfile,
  },
  realm: scoutRealm,
  mails: { scoutInvited },
  counts: {
    scouts: {
      text: "select count(*) as n from scout where tenant_id = $1 and state <> 'REVOKED'",
      noun: 'scouts',
      limit: 'scouts',
    },
  },
})
