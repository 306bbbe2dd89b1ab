/** Texts of the API keys in ICU message format. The other languages have exactly these keys. */

export const places = {
  keys: {
    name: 'API keys',
    about: 'Keys with which other systems read and write here.',
  },
} as const

export default {
  help: 'With a key another system reads from here or writes to it, for example a building management system, a report or a script.',
  noneTitle: 'No API keys yet',
  noneHelp:
    'A key lets another system work here without a person: a report fetches the figures each night, a building management system opens tasks. Each key opens only what you choose and can be revoked at any time.',
  create: 'Create API key',
  name: 'Name',
  nameHelp: 'What uses it, for example “Nightly report”.',
  nameNeeded: 'A key needs a name.',
  scopes: 'What it opens',
  scopeNeeded: 'Choose at least one.',
  scope: {
    read: 'Read',
    write: 'Write',
    'webhooks:manage': 'Manage webhooks',
  },
  scopeHelp: {
    read: 'Lists and records: tasks, feedback, amenities, figures, the audit log.',
    write: 'Create and change tasks, buildings, amenities and states. It does not include reading.',
  },
  never: 'No key reaches people, settings, other keys, single sign-on or the data export.',
  full: 'All keys of your plan are in use. Revoke one, or choose a larger plan.',
  key: 'Key',
  creator: 'Made by',
  creatorLeft: 'no longer in the team',
  lastUse: 'Last used',
  neverUsed: 'Never used',
  created: 'Created',
  shownTitle: 'The key “{name}”',
  shownHelp: 'This is the only time that it is shown. Put it where secrets are kept, not into a mail.',
  copyKey: 'Copy key',
  tryIt: 'Try it',
  tryRead: 'This asks who the key is. It works from any computer with curl.',
  tryWrite: 'This opens one task, which you can delete afterwards.',
  testTask: 'Test of the key {name}',
  copyCall: 'Copy call',
  saved: 'I have saved it',
  notYet: 'The key cannot be shown again. Save it first, then say so below.',
  revoke: 'Revoke',
  revokeTitle: 'Revoke “{name}”',
  revokeHelp:
    'The key that ends in {ending} stops working at once, for everything that uses it. {used} This cannot be undone.',
  usedLast: 'It was last used {ago}.',
  usedNever: 'It was never used.',
  revoked: '“{name}” is revoked.',
} as const
