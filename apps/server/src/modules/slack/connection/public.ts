/** Workspace and linked people, for auth, the setup and the other parts of Slack. */
export { slackOfMe } from './me.ts'
export { auditLink, isLinked, linkPerson, noteHomeSeen, unlinkPerson, userLinkedTo } from './people.ts'
export {
  breakWorkspace,
  connect,
  type Installed,
  isBroken,
  lockWorkspace,
  markPending,
  noteHealthy,
  raiseVersion,
  readWorkspace,
  removeWorkspace,
  renewToken,
  stateOf,
  tenantOfTeam,
  tokenOf,
  type WorkspaceRow,
} from './workspace.ts'
