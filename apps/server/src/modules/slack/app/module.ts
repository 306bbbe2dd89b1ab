/** Tasks where the team talks: messages, buttons, commands, the home tab and threads as notes. */
import * as contracts from '#contracts/slack/callbacks.ts'
import { renewToken } from '#server/modules/slack/connection/public.ts'
import { module } from '#server/platform/module.ts'
import { whenDone } from './background.ts'
import { eventJobs } from './events/handle-event.ts'
import finishSlackInstall from './finish-slack-install.ts'
import finishSlackLink from './finish-slack-link.ts'
import installSlack from './install-slack.ts'
import linkSlackPerson from './link-slack-person.ts'
import listSlackOptions from './list-slack-options.ts'
import { slackBroken } from './mails/slack-broken.ts'
import { slackLinked } from './mails/slack-linked.ts'
import { slackMessages } from './messages/channel.ts'
import { formerJobs } from './messages/former-queue.ts'
import { heard, hearEvents, interestedTenants } from './messages/hear-events.ts'
import { homeJobs } from './people/show-home.ts'
import receiveSlackEvent from './receive-slack-event.ts'
import receiveSlackInteraction from './receive-slack-interaction.ts'
import runSlackCommand from './run-slack-command.ts'
import { slackSigner } from './signature.ts'

export default module({
  name: 'slack',
  implements: contracts,
  handlers: {
    finishSlackInstall,
    finishSlackLink,
    installSlack,
    linkSlackPerson,
    listSlackOptions,
    receiveSlackEvent,
    receiveSlackInteraction,
    runSlackCommand,
  },
  onBatch: Object.fromEntries(heard.map((name) => [name, hearEvents])),
  interestedTenants,
  channels: [slackMessages],
  scheduledJobs: { ...eventJobs, ...homeJobs, ...formerJobs },
  mails: { slackBroken, slackLinked },
  renews: renewToken,
  signers: { slack: slackSigner },
  finish: whenDone,
})
