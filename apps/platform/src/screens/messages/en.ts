/** Texts that come with the frame: those of the kit, the names of all screens, and the sign-in. */
import kit from '#desk-kit/lib/messages/en.ts'

export default {
  ...kit,
  places: {
    tenants: { name: 'Tenants' },
    tenant: { name: 'Tenant' },
    jobs: { name: 'Jobs and queues' },
    deliveries: { name: 'Mail and webhooks' },
    abuse: { name: 'Abuse' },
    announcements: { name: 'Announcements' },
    flags: { name: 'Feature flags' },
    system: { name: 'System' },
    audit: { name: 'Audit log' },
  },
  signIn: {
    title: 'Sign in to the platform',
    help: 'For people who run this service. A session lasts 30 minutes.',
    email: 'Email address',
    password: 'Password',
    code: 'Code from your authenticator app',
    codeHelp: 'Six digits, or one of your recovery codes.',
    submit: 'Sign in',
    refused: 'Email address, password or code is not right. A code works only once; wait for the next one.',
    needed: 'Enter all three.',
  },
} as const
