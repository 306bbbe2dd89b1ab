/** Texts of the team in ICU message format. The other languages have exactly these keys. */

export const places = {
  team: {
    name: 'Team',
    about: 'Who works here, with which roles and for which buildings.',
    missing: 'You are the only one here. Invite those who do the work.',
  },
} as const

export default {
  noneTitle: 'Nobody is here yet',
  invite: 'Invite people',
  inviteCount: '{count, plural, one {Invite # person} other {Invite # people}}',
  addresses: 'E-mail addresses',
  addressesHelp: 'Paste as many as you like, in any form. Each person gets a mail with a link.',
  addressNeeded: 'There is no e-mail address in this.',
  alreadyHere: 'Is in the team already.',
  leftOut: '{count, plural, one {This is left out:} other {These # are left out:}}',
  whyLeftOut: {
    NO_ADDRESS: 'No e-mail address',
    TWICE: 'Stands there already',
  },
  progress:
    '{failed, plural, =0 {{sent} of {all} invited} one {{sent} of {all} invited, # not} other {{sent} of {all} invited, # not}}',
  outcome: {
    waiting: 'Waiting',
    sending: 'Being sent',
    sent: 'Invited',
    failed: 'Not invited',
  },
  tryAgain: 'Try {count} again',
  roles: 'Roles',
  roleNeeded: 'Choose at least one role.',
  roleHelp: {
    TECHNICIAN: 'Sees and finishes tasks.',
    MANAGER: 'Sees figures and feedback, manages tasks.',
    ADMIN: 'Everything, with settings and team.',
  },
  states: {
    INVITED: 'Invited',
    ACTIVE: 'Active',
    DISABLED: 'Deactivated',
  },
  lastSignIn: 'Last signed in',
  language: 'Language',
  likeTenant: 'As in the settings',
  covers: 'Covers buildings',
  coversHelp: 'None: all of them. Technicians see the unassigned tasks of buildings they cover.',
  search: 'Search people',
  nameNeeded: 'A name is needed.',
  editTitle: 'Edit {name}',
  resend: 'Send the invitation again',
  resent: 'A new invitation is on its way to {email}.',
  deactivate: 'Deactivate',
  activate: 'Activate',
  remove: 'Remove from the team',
  removeTitle: 'Remove {name}',
  removeHelp: 'Open tasks return to the pool. What this person did keeps the name.',
} as const
