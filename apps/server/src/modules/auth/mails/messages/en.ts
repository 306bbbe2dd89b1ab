/** Texts of emails in ICU message format. The other languages have exactly these keys. */
export default {
  invitation: {
    subject: '{inviter} invites you to {organisation} on Wellkept',
    heading: 'Join {organisation}',
    lead: '{inviter} has added you to the team of {organisation}.',
    next: 'Accept to choose how you sign in. The link works once, for {time}; after that {inviter} can send a new one.',
    button: 'Accept the invitation',
    footer:
      'You get this email because {inviter} entered your address. If you were not expecting it, you do not need to do anything.',
  },
  signIn: {
    heading: 'Sign in to Wellkept',
    lead: 'Open the link and press the button on the page. It works once, for {time}.',
    button: 'Sign in',
    code: 'Or enter this code where you asked to sign in',
    leads: 'The link and the code sign you in to {organisation}.',
    others: 'Sign in to another of your organisations',
    footer:
      'Someone asked to sign in with this email address. If that was not you, you do not need to do anything: nobody can sign in without this email. Do not share the link or the code.',
  },
  passwordReset: {
    heading: 'Choose a new password',
    lead: 'Open the link and choose a new password. It works once, for {time}. You are then signed out everywhere else.',
    button: 'Choose a password',
    leads: 'This changes the password of your account at {organisation}.',
    others: 'Change the password at another of your organisations',
    footer:
      'Someone asked for a new password for this email address. If that was not you, you do not need to do anything: your password stays as it is.',
  },
  sessionEnded: {
    heading: 'We signed out one of your devices',
    lead: 'A sign-in key of this device was used twice. The cause may be a network problem, or someone may have copied the key. To be safe, we signed the device out; your other devices stay signed in.',
    device: 'Device',
    at: 'When',
    button: 'Sign in again',
    footer:
      'If this happens again, or you do not recognise the device, please change your password and sign out your other devices in your profile.',
  },
  connectionAdded: {
    heading: 'An assistant was connected to your account',
    lead: 'A program can now act here as you, with your rights, until the connection ends or you end it.',
    name: 'Connection',
    may: 'May',
    read: 'read',
    write: 'read and write',
    at: 'Connected',
    ends: 'Ends',
    button: 'See your connections',
    footer:
      'If this was not you, end the connection in your profile, change your password and sign out your other devices.',
  },
  test: {
    subject: 'Test from Wellkept',
    heading: 'Emails reach you',
    unconfirmed:
      'None of your devices confirmed the test notification, so you get this email instead. The same applies to notifications about tasks.',
    noDevice:
      'You asked for a test, and none of your devices has notifications on. You get notifications about tasks by email.',
    button: 'Open notifications',
    footer: 'You get this email because you asked for it in Wellkept.',
  },
} as const
