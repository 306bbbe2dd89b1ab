/** Texts of the figures of work in ICU message format. The other languages have exactly these keys. */

export const places = {
  workFigures: {
    name: 'Figures of work',
  },
  sla: {
    name: 'SLA',
  },
  breaches: {
    name: 'Late and soon late',
  },
  teamFigures: {
    name: 'Load and times',
  },
} as const

export default {
  steps: {
    day: 'By day',
    week: 'By week',
    month: 'By month',
  },
  groups: {
    priority: 'By priority',
    type: 'By type',
    source: 'By source',
    policy: 'By policy',
    building: 'By building',
  },
  sources: {
    FEEDBACK: 'Feedback',
    STATUS_REPORT: 'Status report',
    SCOUT: 'Inspection',
    SCHEDULE: 'Schedule',
    MANUAL: 'By hand',
  },
  allTypes: 'Type',
  step: 'Step',
  group: 'Group',
  how: 'How it is counted',
  made: '{days}, {zone}. As of {at}.',
  limits: 'n below 5 says little.',

  flow: 'Made, done and open',
  flowLabel: '{name}, {count, plural, one {# point} other {# points}}; the table below has every value',
  created: 'Made',
  done: 'Done',
  reopened: 'Opened again',
  backlog: 'Open at the end',
  medianAge: 'Age of the open ones',
  noTasks: 'No tasks in this period.',

  times: 'From the report to the work',
  everything: 'All',
  noAmenity: 'At no amenity',
  firstAction: 'Begun after',
  fixed: 'Done after',
  half: 'Half',
  most90: '9 of 10',
  most99: '99 of 100',
  noDone: 'Nothing was done in this period.',

  now: 'Now',
  onTrack: 'In time',
  atRisk: 'Soon late',
  missed: 'Late',
  paused: 'Standing still',
  dueToday: 'Due today',
  lateToday: '{count, plural, one {# since today} other {# since today}}',
  nowHelp: 'All tasks that are not done, whenever they were made. Late is also what was begun too late.',
  inPeriod: 'Tasks made in the period',
  kept: 'Kept',
  keptOf: '{share}, between {low} and {high}',
  noneDecided: 'Nothing is decided yet.',
  met: 'In time',
  running: 'Not decided',
  clocks: 'Begun and done',
  toBegin: 'To begin',
  toFinish: 'To finish',
  usual: 'Usual targets',
  noBuilding: 'No building',
  gone: 'Deleted',
  overTime: 'Over time',
  gives: {
    first: 'Which tasks are late now, and which will be soon.',
    second: 'The share that was begun and done in time, by policy, building and priority.',
    third: 'What is due today.',
  },

  task: 'Task',
  state: 'State',
  states: {
    BREACHED: 'Late',
    AT_RISK: 'Soon late',
  },
  why: 'Why',
  dueAt: 'Due',
  since: 'Since',
  assignee: 'Assigned to',
  nobody: 'Nobody',
  priority: 'Priority',
  policy: 'Policy',
  onePolicy: 'By one policy',
  createdAt: 'Made',
  onlyOpen: 'Not done, whenever made',
  noBreaches: 'Nothing is late',
  noBreachesHelp: 'No task of this period is late or soon will be.',
  lastDays: 'Last 30 days',

  teamHelp:
    'How much everybody has and how long it takes, as a range: half of the tasks lie in it. It is no ranking: places and faults differ.',
  teamOnly: 'Figures of single people are switched off in the settings, but for your own.',
  team: 'Without a company',
  who: 'Who',
  kinds: {
    USER: 'Member of the team',
    OPERATOR: 'Operator',
  },
  load: 'In the period',
  loadOf: '{open} open now',
  confirmed: 'Confirmed',
  confirmedOf: '{confirmed} of {done}',
  firstTime: 'At the first try',
  tooFew: 'too few',
  noTeam: 'No work in this period',
  noTeamHelp: 'Whoever has a task or finishes one appears here.',

  formulas: {
    created: 'Made: tasks made in this time.',
    done: 'Done: tasks that are done and were finished in this time, each once. Done is a claim until it is confirmed.',
    reopened: 'Opened again: times that a finished task was opened again in this time.',
    backlog:
      'Open at the end: tasks that were not done at the end of this time, or are not done now where it has not ended.',
    medianAge: 'Age: since the creation of the open tasks; half of them are younger.',
    firstAction:
      'Begun after: from the creation of a task until work on it began for the first time, or it was finished. Nights count.',
    doneTime:
      'Done after: from the creation until it was finished; where it was opened again, until the last time.',
    met: 'In time: tasks made in this time that were begun and finished in the time promised, and never late.',
    missed: 'Late: begun or finished too late, or late now, also before it was opened again.',
    share:
      'Kept: those in time, of those in time or late. It lies between the bounds with a certainty of 95 % (Wilson).',
    assigned: 'In the period: tasks that are open now, and those finished in the period.',
    confirmed:
      'Confirmed: of those done, how many a visitor, a photo, a later rating or a scout has confirmed.',
    firstTimeFixed: 'At the first try: of those done, how many were confirmed and never opened again.',
    reopenedTasks: 'Opened again: of those they have or finished, how many were opened again at least once.',
  },
  merged: 'Tasks that were merged into others count nowhere.',
} as const
