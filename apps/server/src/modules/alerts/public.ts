/** What other modules may use of alerts. */
export { tryRule } from './back-test.ts'
export { alertNotice } from './mails/alert-notice.ts'
