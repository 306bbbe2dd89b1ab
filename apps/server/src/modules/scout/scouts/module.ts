/** Scouts: people outside the team who inspect. */
import * as session from '#contracts/scout/phone/session.ts'
import { module } from '#server/platform/module.ts'
import activateScout from './activate-scout.ts'
import getScoutProfile from './get-scout-profile.ts'
import logoutScout from './logout-scout.ts'
import refreshScout from './refresh-scout.ts'
import { scoutRealm } from './scout-realm.ts'
import updateScoutProfile from './update-scout-profile.ts'

export default module({
  name: 'scouts',
  implements: session,
  handlers: { activateScout, getScoutProfile, logoutScout, refreshScout, updateScoutProfile },
  realm: scoutRealm,
})
