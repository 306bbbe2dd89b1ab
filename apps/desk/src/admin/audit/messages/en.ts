/** Texts of the audit log in ICU message format. The other languages have exactly these keys. */
import { auditTexts } from '#contracts/all.ts'

export const places = {
  audit: {
    name: 'Audit log',
    about: 'Who changed what, when and from where.',
  },
} as const

export default {
  help: 'Every change by a person, an API key, the operator of the service or Wellkept itself, with values before and after. Secrets and personal addresses are not stored.',
  when: 'When',
  who: 'Who',
  what: 'What',
  from: 'From where',
  person: 'Who',
  action: 'What',
  anyTime: 'Any time',
  areas: {
    'auth.*': 'Sign-in',
    'admin.*': 'Administration',
    'tasks.*': 'Tasks',
    'sso.*': 'Single sign-on',
    'operator.*': 'Service operator',
  },
  kinds: {
    USER: 'Person',
    KEY: 'API key',
    SYSTEM: 'Wellkept',
  },
  operator: 'Service operator (command line)',
  erased: 'Name erased',
  only: 'Only entries of {name}',
  onlyTarget: 'One record only',
  details: 'Details',
  detailsOf: 'Details: {what}',
  fields: 'Fields sent',
  changes: 'Before and after',
  noFields: 'None',
  record: 'Record',
  history: 'All entries of this record',
  code: 'Code',
  number: 'Number',
  hash: 'Checksum',
  noneTitle: 'No entries yet',
  noneHelp: 'Changes are listed here as soon as someone makes one.',
  ...auditTexts('en'),
  is: '{field}: {value}',
  notShown: '{field}: not shown',
  isNow: '{field}: {from} → {to}',
  hasChanged: '{field}: changed',
  nothing: 'none',
  all: 'all',
  yes: 'yes',
  no: 'no',
  entries: '{count, plural, one {# entry} other {# entries}}',
  moreChanges: '{count, plural, one {and # more field} other {and # more fields}}',
} as const
