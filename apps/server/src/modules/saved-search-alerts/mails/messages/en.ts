/** Texts of emails in ICU message format. The other languages have exactly these keys. */
export default {
  subject: '{count, plural, one {New} other {# new}} in “{name}”',
  subjectOfMore: '{count, plural, one {# new} other {# new}} in your views',
  heading: 'New results in your saved views',
  view: 'In your view “{name}”:',
  feedback: 'Feedback',
  rated: '{rating} of 5',
  more: 'And {n} more: all are in the view.',
  open: 'Open the view',
  end: 'Manage your alerts',
  footer: 'You get this email because you set up an alert for this view.',
  sampleRatings: 'Poor ratings in the library',
  sampleUrgent: 'Urgent work',
} as const
