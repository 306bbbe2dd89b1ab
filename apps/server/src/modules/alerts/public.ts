/** The door to alerts: what a rule would have done. */
export { wouldHaveFired } from './back-test.ts'
