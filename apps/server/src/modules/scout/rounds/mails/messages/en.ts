/** Texts of emails in ICU message format. The other languages have exactly these keys. */
export default {
  button: 'Open my rounds',
  assigned: {
    subject: '{count, plural, one {A round} other {# rounds}} for you at {name}',
    heading: '{count, plural, one {A round for you} other {# rounds for you}}',
    due: '{building}, due {time}',
    footer: 'You get this email because {name} plans rounds with you. You can turn it off in the app.',
  },
  returned: {
    subject: 'Returned: {title}',
    heading: 'A round was returned to you',
    building: 'Building',
    due: 'Due',
    footer: 'You get this email because you walked this round for {name}. You can turn it off in the app.',
  },
  sampleTitle: 'Washrooms, morning',
  sampleReason: 'The photos of the floor are missing.',
} as const
