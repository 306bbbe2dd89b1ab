/** The connection of a tenant to Slack, for administrators. */
import * as contracts from '#contracts/slack/admin.ts'
import { module } from '#server/platform/module.ts'
import disconnectSlack from './disconnect-slack.ts'
import getSlack from './get-slack.ts'
import updateSlack from './update-slack.ts'

export default module({
  name: 'slack-admin',
  implements: contracts,
  handlers: { disconnectSlack, getSlack, updateSlack },
})
