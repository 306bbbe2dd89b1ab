/** Texts of the figures of feedback, amenities and buildings, of reports and of notes on days, in ICU message format. */

export const places = {
  figures: {
    name: 'Figures',
  },
  ranking: {
    name: 'Amenities by score',
  },
  amenityFigures: {
    name: 'Amenity figures',
  },
  buildingFigures: {
    name: 'Building figures',
  },
  reports: {
    name: 'Reports',
  },
} as const

export default {
  submissions: 'Submissions',
  average: 'Average rating',
  score: 'Score',
  rank: 'Rank',
  change: 'Change',
  openTasks: 'Open tasks',
  overdue: 'Overdue',
  done: 'Tasks done',
  uptime: 'Available',
  cleanings: 'Cleanings',
  scans: 'Scans',
  replied: 'With reply',
  slaKept: 'SLA met',
  inspectionScore: 'Mean score',
  inspectionsPassed: 'Passed',
  now: 'Now, regardless of period',
  noBefore: '{other, select, YEAR {nothing in the year before} other {nothing in the previous period}}',
  against: '{other, select, YEAR {{change} vs. year before} other {{change} vs. previous period}}',
  tooFew: 'n = {n}, too few',
  ofAgainst:
    '{other, select, YEAR {n = {n}, {change} vs. year before} other {n = {n}, {change} vs. previous period}}',
  likely: 'likely between {low} and {high}',
  scoreOf: '{score}, between {low} and {high}',
  unranked: 'not ranked',
  repliedOf: '{replied} of {count}, between {low} and {high}',
  noSubmissions: 'no submissions',
  slaOf: '{share}, {met} of {n}',
  slaBetween: 'n = {n}, between {low} and {high}',
  overdueOf: '{count} overdue',
  confirmedOf: '{count} confirmed, {created} created in the period',
  uptimeOf: '{usable} of {all} minutes',
  neverCleaned: 'no cleaning recorded',
  lastCleaned: 'last on {at}',
  neverScanned: 'never scanned',
  lastScan: 'last on {at}',
  sinceStickers: 'Since its stickers were created',
  submissionsHow:
    'Submissions by visitors in the period, with or without a rating. Those in quarantine are not counted. A current period is compared with the same part of the previous one.',
  averageHow: 'Mean of all ratings from 1 to 5 in the period.',

  trend: 'Average rating over time',
  scale: 'scale 1 to 5',
  distribution: 'Ratings by value',
  week: 'Hours of the week',
  hours: {
    count: 'Number of submissions',
    average: 'Average rating',
  },
  groups: {
    all: 'Total',
    building: 'By building',
    type: 'By type',
    amenity: 'By amenity',
  },
  gone: 'Deleted',
  issues: 'Issues',
  print: 'Print',
  topics: 'Trending words',
  buildings: 'Building comparison',
  mostOnly: 'Top {shown} of {all}.',
  noFeedback: 'No feedback in this period.',
  noIssues: 'No issues reported in this period.',
  noTopics: 'No word appears in more comments than before.',
  topicOf: '{count, plural, one {# comment} other {# comments}}.',
  topicRated: '{count, plural, one {# comment} other {# comments}}, average {average}, n = {n}.',
  shareAgainst:
    '{other, select, YEAR {Share of comments: {change} vs. year before.} other {Share of comments: {change} vs. previous period.}}',
  newTopic:
    'In too few comments of the {other, select, YEAR {year before} other {previous period}} to compare.',
  topicsRead:
    '{other, select, YEAR {Based on {n} comments of the period and {before} of the year before.} other {Based on {n} comments of the period and {before} of the previous one.}}',
  topicsLimited: 'There are more; the oldest were left out.',

  rankingHelp:
    'Sorted by a score in which a few ratings weigh little: three good ones are not enough to lead. Amenities with fewer than 5 ratings are not ranked.',
  noAmenities: 'No amenities',
  noAmenitiesHelp: 'Amenities that match the filters appear here, including those without ratings.',
  type: 'Type',
  lastDays: 'Last 30 days',
  asMultiples: 'Show as small charts',
  archived: 'archived',
  archivedType: '{type}, archived',
  noFloor: 'No floor',

  record: 'Open master data',
  care: 'Usage and cleaning',
  reports: 'Latest submissions',
  tasks: 'Latest tasks',
  noTasks: 'No tasks yet.',
  allOf: 'All {count}',
  ratingOnly: 'Rating only',

  reportHelp: 'The figures as a PDF to share, up to date when it is created.',
  reportAbout: 'Period and places',
  reportContents: 'Contents',
  contents: {
    OVERVIEW: 'Overview',
    FEEDBACK: 'Feedback',
    ISSUES: 'Issues',
    AMENITIES: 'Amenities',
    TASKS: 'Tasks',
    SLA: 'SLA',
    INSPECTIONS: 'Inspections',
  },
  contentHelp: {
    OVERVIEW: 'Submissions, average and tasks compared with the previous period.',
    FEEDBACK: 'Daily average and ratings by value, as charts and tables.',
    ISSUES: 'How often each issue was reported.',
    AMENITIES: 'Amenities by score, with confidence interval.',
    TASKS: 'Open, overdue, created and done.',
    SLA: 'Share of SLAs met, by building.',
    INSPECTIONS: 'Scores and share passed, by amenity.',
  },
  reportLanguage: 'Language',
  build: 'Create and download',
  built: 'Report downloaded: {size} KB.',
  fileName: 'wellkept-report.pdf',
  reportGives: {
    first: 'A PDF report for any period and building, in English or German.',
    second: 'Charts with data tables, accessible to screen readers.',
  },

  notes: 'Notes on days',
  notesHelp: 'Shown in charts on their day and in reports, to everyone who can see figures.',
  note: 'Note',
  noteHelp: 'For example “New contractor”.',
  noteNeeded: 'Enter a note.',
  noteDay: 'Day',
  dayNeeded: 'Choose a day.',
  noteBuilding: 'Only for this building',
  addNote: 'Add note',
  removeNote: 'Remove “{text}”',
  noNotes: 'No notes yet.',
  notesFull: 'The limit of 200 notes is reached. Remove one that is no longer needed.',

  formulas: {
    average: 'Average: mean of the ratings from 1 to 5.',
    score:
      'Score: (10 · m + sum of the ratings) / (10 + n), where m is the average of all ratings of the organisation in the period.',
    likely:
      'Likely between: score ± 1.96 · s / √(n + 10), or average ± 1.96 · s / √n, where s is the deviation of all ratings in the period.',
    rank: 'Rank: by score among the filtered amenities. Equal scores share a rank; below 5 ratings there is none.',
    rankInBuilding:
      'Rank: by score within the building. Equal scores share a rank; below 5 ratings there is none.',
    issues: 'Share of the submissions that name an issue, with 95 % confidence interval (Wilson).',
    topics:
      'A word is trending if it appears in a larger share of the comments than before. Words from fewer than 5 comments or visitors, and names, are left out.',
    replied:
      'Share of all submissions with a reply, or with a public note on their task, with 95 % confidence interval (Wilson).',
    openTasks: 'Tasks that are not done now, regardless of the period.',
    done: 'Tasks completed in the period. They count as claimed until a visitor, a photo, a later rating or an inspection confirms them.',
    uptime:
      'Minutes in which it was usable, out of the minutes it existed in the period. Maintenance and out of order count as not usable.',
    cleanings: 'Cleaning tasks completed in the period and not rejected.',
    scans: 'Scans of its stickers since they were created; scans are not stored by day.',
    inspections: 'Inspections by scouts in submitted rounds, scores from 0 to 100.',
    sla: 'SLA met: of the tasks created in the period whose SLA is decided, those that met it and never missed it (Wilson confidence interval).',
  },
} as const
