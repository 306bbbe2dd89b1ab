/** Texts of the audit log in ICU message format. The other languages have exactly these keys. */
import { auditTexts } from '#contracts/all.ts'

export const places = {
  audit: {
    name: 'Audit log',
    about: 'Who changed what, when and from where.',
  },
} as const

export default {
  help: 'Every change by a person, a key, the operator or Wellkept itself. What was and what is stands beside it; secrets and addresses of people are not kept.',
  when: 'When',
  who: 'Who',
  what: 'What',
  from: 'From where',
  person: 'Who',
  action: 'What',
  anyTime: 'Any time',
  areas: {
    'auth.*': 'All about signing in',
    'admin.*': 'All of administration',
    'tasks.*': 'All of tasks',
    'sso.*': 'All that single sign-on did',
    'operator.*': 'All that the operator did',
  },
  kinds: {
    USER: 'Person',
    KEY: 'API key',
    SYSTEM: 'Wellkept',
  },
  operator: 'Operator (command line)',
  erased: 'Name erased',
  only: 'Only entries of {name}',
  onlyTarget: 'Only one record',
  details: 'Details',
  detailsOf: 'Details: {what}',
  fields: 'Fields sent',
  changes: 'Before and after',
  noFields: 'None',
  record: 'Record',
  history: 'All entries of this record',
  code: 'Code',
  number: 'Number',
  hash: 'Check value',
  noneTitle: 'No entries yet',
  noneHelp: 'As soon as somebody changes something, it is written here.',
  ...auditTexts('en'),
  is: '{field}: {value}',
  notShown: '{field}: not shown here',
  isNow: '{field}: {from} → {to}',
  hasChanged: '{field}: changed',
  nothing: 'none',
  all: 'all',
  yes: 'yes',
  no: 'no',
  entries: '{count, plural, one {# entry} other {# entries}}',
  moreChanges: '{count, plural, one {and # more field} other {and # more fields}}',
} as const
