/** Texts of what every app says in ICU message format. The other languages have exactly these keys. */

export default {
  skip: 'Go to the content',
  optional: 'optional',
  signIn: 'Sign in',
  requestId: 'If it stays so, tell support this number: {id}',
  language: 'Language',
  password: 'Password',
  newPassword: 'New password',
  show: 'Show',
  hide: 'Hide',
  noConnection: 'No connection. Nothing was lost; try again when you are back online.',
} as const
