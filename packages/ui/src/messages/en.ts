/** Texts of all apps in ICU message format. Other languages have exactly these keys. */

export default {
  skip: 'Skip to content',
  optional: 'optional',
  signIn: 'Sign in',
  requestId: 'If this keeps happening, give support this number: {id}',
  language: 'Language',
  password: 'Password',
  newPassword: 'New password',
  show: 'Show',
  hide: 'Hide',
  noConnection: 'No connection. Nothing was lost. Try again when you are back online.',
  failed: 'Unexpected response from the service. Try again in a moment.',
  stillBusy: 'The service is busy. Try again in a minute.',
} as const
