import * as contracts from '#contracts/feedback/moderation.ts'
import { module } from '#server/platform/module.ts'
import eraseFeedback from './erase-feedback.ts'
import moderateFeedback from './moderate-feedback.ts'

export default module({
  name: 'moderation',
  implements: contracts,
  handlers: { eraseFeedback, moderateFeedback },
})
