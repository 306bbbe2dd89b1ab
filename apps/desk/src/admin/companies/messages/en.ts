/** Texts of the companies in ICU message format. The other languages have exactly these keys. */

export const places = {
  companies: {
    name: 'Companies',
    about: 'Service companies and your own teams: their coverage and contract dates.',
  },
} as const

export default {
  help: 'Service companies and your own teams. They get the tasks in their coverage unless a routing rule says otherwise.',
  newCompany: 'New company',
  editTitle: 'Edit {name}',
  search: 'Search companies',
  noneTitle: 'No companies',
  noneHelp:
    'Add a company or your own team and set its coverage. It then gets the tasks there automatically.',
  nameNeeded: 'Enter a name.',
  kind: 'Kind',
  kinds: {
    PROVIDER: 'Company',
    IN_HOUSE: 'Own team',
  },
  states: {
    DRAFT: 'Draft',
    ACTIVE: 'Active',
    SUSPENDED: 'Suspended',
    ENDED: 'Ended',
  },
  people: '{count, plural, =0 {nobody yet} one {# person} other {# people}}',
  work: 'Last 30 days',
  noWork: 'No tasks',
  workSla: 'SLA met: {met} of {n}',
  workFirst: 'Fixed first time: {first} of {n}',
  workRating: 'Rating afterwards: {average} (n = {n})',
  workFew:
    '{count, plural, =0 {Nothing done yet.} one {Only # done: too few to judge.} other {Only # done: too few to judge.}}',
  looksAfter: 'Looks after',
  coverageHelp:
    'Tasks there are assigned automatically. A line applies where everything in it matches; a field left empty matches all.',
  skill: 'Skill',
  addLine: 'Add line',
  line: 'Line {index}',
  everywhere: 'Everywhere',
  everywhereHelp: 'Everywhere: all work in all buildings',
  noCoverage: 'No coverage yet',
  nothingChosen: 'Nothing selected yet',
  allWork: 'All work',
  atTypes: '{what} at {types}',
  inBuildings: '{what} in {buildings}',
  atTypesInBuildings: '{what} at {types} in {buildings}',
  contractFrom: 'Contract from',
  contractUntil: 'Contract until',
  lastDay: 'Last day',
  contractHelp: 'After its last day the company is ended and its open tasks become unassigned.',
  openEnd: 'No end date',
  endsSoon: 'Ends soon',
  over: 'Ended',
  contacts: 'Contacts',
  addContact: 'Add contact',
  contact: 'Contact {index}',
  phone: 'Phone',
  contactNeeded: 'Enter a name for each contact.',
  policy: 'SLA policy',
  usualPolicy: 'Default policy',
  draftHelp:
    'It is created as a draft and gets no tasks. Activate it in the list once it has coverage and a person.',
  missing: {
    NOTHING: 'Ready to activate',
    COVERAGE: 'Needs coverage',
    PERSON: 'Needs a person',
    BOTH: 'Needs coverage and a person',
  },
  activate: 'Activate',
  suspend: 'Suspend',
  suspendTitle: 'Suspend {name}',
  suspendHelp: 'The company and its people get no tasks until you resume it.',
  resume: 'Resume',
  end: 'End permanently',
  endTitle: 'End {name} permanently',
  endHelp:
    'The company and its people get no more tasks. Completed work stays recorded. This cannot be undone.',
} as const
