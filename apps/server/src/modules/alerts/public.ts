/** The door to alerts: what a rule would have done, and the mail about what opens no task. */
export { tryRule } from './back-test.ts'
export { alertNotice } from './mails/alert-notice.ts'
