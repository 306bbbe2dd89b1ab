/** Texts of the API keys in ICU message format. The other languages have exactly these keys. */

export const places = {
  keys: {
    name: 'API keys',
    about: 'Keys for other systems that read and write data here.',
  },
} as const

export default {
  help: 'An API key lets another system read or write data here, for example a building management system, a report or a script.',
  noneTitle: 'No API keys yet',
  noneHelp:
    'A key lets another system work here automatically: a report fetches the figures each night, a building management system creates tasks. Each key allows only what you choose and can be revoked at any time.',
  create: 'Create API key',
  name: 'Name',
  nameHelp: 'What it is used for, for example “Nightly report”.',
  nameNeeded: 'Enter a name.',
  scopes: 'Permissions',
  scopeNeeded: 'Choose at least one.',
  scope: {
    read: 'Read',
    write: 'Write',
    'webhooks:manage': 'Manage webhooks',
  },
  scopeHelp: {
    read: 'Lists and records: tasks, feedback, amenities, figures, the audit log.',
    write: 'Create and change tasks, buildings, amenities and states. Does not include reading.',
    'webhooks:manage': 'Create and change webhooks, and send deliveries again. Needs the plan Business.',
  },
  never: 'No key gives access to people, settings, other keys, single sign-on or the data export.',
  full: 'All API keys of your plan are in use. Revoke one or choose a larger plan.',
  key: 'Key',
  creator: 'Created by',
  creatorLeft: 'no longer in the team',
  lastUse: 'Last used',
  neverUsed: 'Never used',
  created: 'Created',
  shownTitle: 'API key “{name}”',
  shownHelp: 'The key is shown only once. Store it in a safe place, not in an email.',
  copyKey: 'Copy key',
  tryIt: 'Try it out',
  tries: {
    read: 'This request shows which key is used. It works from any computer with curl.',
    write: 'This request creates one task, which you can delete afterwards.',
    'webhooks:manage': 'This request lists your webhooks.',
  },
  testTask: 'Test of API key {name}',
  copyCall: 'Copy request',
  saved: 'I have stored it',
  notYet: 'The key cannot be shown again. Store it first, then confirm below.',
  revoke: 'Revoke',
  revokeTitle: 'Revoke “{name}”',
  revokeHelp:
    'The key ending in {ending} stops working at once for everything that uses it. {used} This cannot be undone.',
  usedLast: 'It was last used {ago}.',
  usedNever: 'It has never been used.',
  revoked: '“{name}” has been revoked.',
} as const
