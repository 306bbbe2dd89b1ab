/** What the package exports; its types come from the build. */
import { table } from 'virtual:table'
import { type ClientSettings, connect } from './connect.ts'

export { WellkeptError } from './error.ts'
export { verify as verifyWebhook } from './verify-webhook.ts'

export const createClient = (settings: ClientSettings): unknown => connect(table, settings)
