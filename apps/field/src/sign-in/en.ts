/** Texts of the sign-in pages in English; the type of every other language. */
export const en = {
  product: 'Wellkept',
  skip: 'Go to the content',
  language: 'Language',
  email: 'E-mail',
  password: 'Password',
  newPassword: 'New password',
  show: 'Show',
  hide: 'Hide',
  or: 'or',
  working: 'One moment…',

  signInTitle: 'Sign in',
  signIn: 'Sign in with password',
  mailLink: 'E-mail me a sign-in link',
  forgot: 'Set a new password',
  register: 'Create an account for your organisation',
  google: 'Continue with Google',
  microsoft: 'Continue with Microsoft',
  organisationSignIn: 'Sign in with your organisation',
  joinGoogle: 'Join with Google',
  joinMicrosoft: 'Join with Microsoft',
  signedInAs: (name: string) => `You are signed in as ${name}.`,
  goOn: 'Go on to your work',
  ended: 'Your session has ended. Sign in again to go on.',

  finishTitle: 'Signing you in',
  yourOrganisation: 'your organisation',
  otherService: 'the other service',
  wayDeclined: (who: string) => `You came back from ${who} without signing in. Choose a way below.`,
  wayStartAgain: 'This sign-in was not begun in this window, or it took too long. Begin again below.',
  wayUnreachable: (who: string) =>
    `The sign-in of ${who} does not answer just now. Try again in a few minutes, or choose another way.`,
  wayNotSetUp: 'This way to sign in is not set up here. Choose another one.',
  wayRefused: (who: string) =>
    `You could not be signed in by ${who}. Choose another way, or ask whoever looks after your team's accounts.`,
  joinRefused: (who: string) =>
    `You could not join by ${who}. Join with your name below; if that fails as well, ask for a new invitation.`,

  linkSentTitle: 'Look in your mail',
  linkSent: (email: string) =>
    `If ${email} has an account, a link and a 6-digit code are on their way. Both work for 15 minutes.`,
  code: 'Code from the mail',
  codeHint: '6 digits, if you read your mail on another device.',
  useCode: 'Sign in with code',
  sendAgain: 'Send again',
  sendAgainIn: (seconds: number) =>
    `You can send it again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  sentAgain: 'Sent again. The newest mail is on its way.',
  wrongAddress: 'Wrong address',

  useLinkTitle: 'Sign in to Wellkept',
  useLink: 'Your link is ready. It works once.',
  useLinkButton: 'Sign in',
  linkSpent: 'This link has been used or has expired. Have a new one mailed to you.',
  newLinkTitle: 'Get a new link',

  welcomeTitle: 'Join your team',
  welcome: 'You were invited to Wellkept. Tell your team who you are.',
  name: 'Your name',
  nameHint: 'As your team should see it.',
  passwordOptional: 'Password (optional)',
  passwordOptionalHint: (least: number) =>
    `At least ${least} characters. Without one, you sign in by a link in your mail.`,
  passwordHint: (least: number) => `At least ${least} characters. A short sentence is easy to remember.`,
  join: 'Join the team',
  invitationMissing:
    'Open the link in your invitation mail once more. If you have joined already, sign in by a link.',
  invitationSpent:
    'This invitation has been used or has expired. Ask the person who invited you to send it again, or sign in by a link.',

  resetTitle: 'Set a new password',
  resetAsk: 'Enter your e-mail address. You get a link with which you can set a new password.',
  resetSend: 'E-mail me the link',
  resetSent: (email: string) => `If ${email} has an account, a link is on its way. It works for 15 minutes.`,
  resetSave: 'Save password and sign in',
  resetSpent: 'This link has been used or has expired. Ask for a new one below.',

  registerTitle: 'Create an account',
  registerText: 'For your organisation. You can invite your team later.',
  organisation: 'Organisation',
  registerButton: 'Create account',
  haveAccount: 'You have an account: sign in',
  backToSignIn: 'Back to sign-in',

  needEmail: 'Enter an e-mail address, such as ana@example.org.',
  needPassword: 'Enter your password.',
  needCode: 'Enter the 6 digits from the mail.',
  needName: 'Enter your name.',
  needOrganisation: 'Enter the name of your organisation.',
  needLongPassword: (least: number) => `Use at least ${least} characters.`,
  passwordRefused: 'This password is too easy to guess. Take another one.',
  fieldRefused: 'This was not accepted. Check it and try again.',

  loginFailed: 'E-mail and password do not fit together. Check both, or have a link mailed to you.',
  codeFailed: 'This code is not right, or it has expired. Check it, or send a new one.',
  tooMany: (minutes: number) =>
    `There were too many tries. You can try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
  locked: (time: string) => `There were too many tries. The password works again at ${time}.`,
  lockedLink: 'A link in your mail works at once.',
  lockedOtherWays: 'A link in your mail and the other ways below work at once.',
  lockedMinutes: (minutes: number) => `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left`,
  lockedOver: 'You can try again now.',
  offline: 'No connection. Nothing was lost; try again when you are back online.',
  failed: 'The service did not answer as expected. Try again in a moment.',
  maintained: 'Wellkept is being maintained, so this has to wait a little. Signing in with a password works.',
  requestId: (id: string) => `If it stays so, tell support this number: ${id}`,
}
export type Messages = typeof en
