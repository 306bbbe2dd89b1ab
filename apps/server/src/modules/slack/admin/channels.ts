/** Channels of a workspace that the app sees, asked of Slack and kept for ten minutes. */
import type { SlackChannel } from '#contracts/slack/admin.ts'
import { attemptCall, openClient, type SlackFault } from '#server/modules/slack/app/public.ts'
import type { Platform } from '#server/platform/context.ts'
import { unavailable } from '#server/platform/errors.ts'

const keptMs = 10 * 60_000
const pagesAtMost = 10
const shownAtMost = 50

interface Kept {
  readonly at: number
  readonly token: string
  readonly channels: readonly SlackChannel[]
}

const kept = new WeakMap<Platform, Map<string, Kept>>()

const ask = async (platform: Platform, token: string): Promise<SlackChannel[]> => {
  const client = openClient(platform, token)
  const found: SlackChannel[] = []
  let cursor = ''
  for (let page = 0; page < pagesAtMost; page++) {
    const answer = await client.conversations.list({
      exclude_archived: true,
      types: 'public_channel,private_channel',
      limit: 1000,
      ...(cursor ? { cursor } : {}),
    })
    for (const { id, name } of answer.channels ?? []) if (id && name) found.push({ id, name })
    cursor = answer.response_metadata?.next_cursor ?? ''
    if (cursor === '') break
  }
  return found
}

/** @returns the channels, or why Slack does not say */
export const readChannels = async (
  platform: Platform,
  tenantId: string,
  token: string,
): Promise<readonly SlackChannel[] | SlackFault> => {
  const all = kept.get(platform) ?? new Map<string, Kept>()
  kept.set(platform, all)
  const known = all.get(tenantId)
  const now = platform.clock.now().getTime()
  if (known && known.token === token && now - known.at < keptMs && now >= known.at) return known.channels
  const asked = await attemptCall(() => ask(platform, token))
  if (asked.fault) return asked.fault
  all.set(tenantId, { at: now, token, channels: asked.done })
  return asked.done
}

export const isFault = (asked: readonly SlackChannel[] | SlackFault): asked is SlackFault => 'code' in asked

/** @throws ServiceError SERVICE_UNAVAILABLE */
export const requireChannels = (asked: readonly SlackChannel[] | SlackFault): readonly SlackChannel[] => {
  if (isFault(asked)) throw unavailable(`Slack does not answer (${asked.code})`, 30)
  return asked
}

/** By a part of the name. */
export const channelsCalled = (channels: readonly SlackChannel[], typed: string): SlackChannel[] => {
  const wanted = typed.replace(/^#/, '').toLowerCase()
  return channels.filter(({ name }) => name.toLowerCase().includes(wanted)).slice(0, shownAtMost)
}
