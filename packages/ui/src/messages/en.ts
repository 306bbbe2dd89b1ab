/** Texts of what every app says in ICU message format. The other languages have exactly these keys. */

export default {
  skip: 'Go to the content',
  optional: 'optional',
  signIn: 'Sign in',
  requestId: 'If this keeps happening, give support this number: {id}',
  language: 'Language',
  password: 'Password',
  newPassword: 'New password',
  show: 'Show',
  hide: 'Hide',
  noConnection: 'No connection. Nothing was lost; try again when you are back online.',
  failed: 'The service did not answer as expected. Try again in a moment.',
  stillBusy: 'The service is busy. Try again in a minute.',
} as const
