/** Texts of Today in ICU message format. The other languages have exactly these keys. */

export const places = {
  today: {
    name: 'Today',
  },
} as const

export default {
  attention: 'Needs attention',
  nothingNow: 'Nothing needs you now.',
  kind: {
    TASK: 'Task',
    AMENITY: 'Amenity',
    BUILDING: 'Building',
    QR_CODE: 'QR code',
  },
  figures: 'Figures',
  feedback: 'Feedback',
  feedbackHow:
    'Submissions by visitors in the period, with or without a rating. Those held back as suspicious are not counted.',
  average: 'Average rating',
  averageHow: 'Plain mean of all ratings from 1 to 5 in the period.',
  open: 'Open tasks',
  openHow: 'Tasks with the status Open now, whatever the period.',
  inProgress: 'In progress',
  inProgressHow: 'Tasks with the status In progress now, whatever the period.',
  overdue: 'Overdue',
  overdueHow: 'Tasks that are not done and past their due time now.',
  now: 'Now, not the period',
  how: 'How',
  howOf: 'How is “{figure}” made',
  made: 'As of {at}',
  against: '{change} against the period before',
  noBefore: 'nothing in the period before',
  tooFew: 'n = {n}, too few',
  satisfaction: 'Satisfaction',
  trend: 'Average rating by day',
  scale: 'scale 1 to 5',
  noRatings: 'No ratings in this period.',
  activity: 'Activity',
  noActivity: 'Nothing happened in this period.',
  firstTitle: 'No feedback yet',
  firstHelp: 'Print a sticker and put it up. The first scan appears here.',
  printFirst: 'Print the first sticker',
} as const
