/** Texts of the team in ICU message format. The other languages have exactly these keys. */

export const places = {
  team: {
    name: 'Team',
    about: 'Who works here, with which roles and for which buildings.',
    missing: 'You are the only one here. Invite the people who do the work.',
  },
} as const

export default {
  noneTitle: 'No team members yet',
  invite: 'Invite people',
  inviteCount: '{count, plural, one {Invite # person} other {Invite # people}}',
  addresses: 'Email addresses',
  addressesHelp: 'Paste as many as you like, in any format. Each person gets an email with a link.',
  addressNeeded: 'Enter at least one email address.',
  alreadyHere: 'Already in the team.',
  leftOut: '{count, plural, one {Not invited:} other {These # are not invited:}}',
  whyLeftOut: {
    NO_ADDRESS: 'Not an email address',
    TWICE: 'Duplicate',
  },
  progress:
    '{failed, plural, =0 {{sent} of {all} invited} one {{sent} of {all} invited, # failed} other {{sent} of {all} invited, # failed}}',
  outcome: {
    waiting: 'Waiting',
    sending: 'Sending',
    sent: 'Invited',
    failed: 'Failed',
  },
  tryAgain: 'Retry {count}',
  roles: 'Roles',
  roleNeeded: 'Choose at least one role.',
  roleHelp: {
    TECHNICIAN: 'Sees and completes tasks.',
    MANAGER: 'Sees figures and feedback, manages tasks.',
    ADMIN: 'Everything, including settings and team.',
  },
  states: {
    INVITED: 'Invited',
    ACTIVE: 'Active',
    DISABLED: 'Deactivated',
  },
  lastSignIn: 'Last sign-in',
  language: 'Language',
  likeTenant: 'As in the settings',
  covers: 'Covers buildings',
  coversHelp: 'None selected: all buildings. Technicians see unassigned tasks of the buildings they cover.',
  search: 'Search people',
  nameNeeded: 'Enter a name.',
  editTitle: 'Edit {name}',
  resend: 'Resend invitation',
  resent: 'A new invitation was sent to {email}.',
  deactivate: 'Deactivate',
  activate: 'Activate',
  remove: 'Remove from the team',
  removeTitle: 'Remove {name}',
  removeHelp: 'Open tasks become unassigned. The history keeps the name.',
} as const
