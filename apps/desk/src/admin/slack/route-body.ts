import type { SlackRoute } from '#contracts/slack/admin.ts'

/** What PUT takes of a route that is there. */
export const bodyOf = ({ id, name, channel, ...route }: SlackRoute) => ({
  id,
  name,
  channelId: channel.id,
  buildingIds: route.buildingIds,
  events: route.events,
  categories: route.categories,
  minPriority: route.minPriority,
})
