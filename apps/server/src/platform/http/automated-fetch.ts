/**
 * Detects page fetches without a reader: prefetches of browsers and link previews of chats. Shared pages show them
 * nothing, so pretending to be one gains nothing, and a sticker's page counts no scan.
 */
import type { FastifyRequest } from 'fastify'

/** Link preview bots that identify themselves. iMessage and Signal use names of others in this list. */
const unfurlers =
  /^(WhatsApp|Mattermost-Bot)\/|\b(Slackbot|Slack-ImgProxy|Twitterbot|Discordbot|TelegramBot|LinkedInBot|facebookexternalhit|Facebot|SkypeUriPreview|Googlebot|bingbot|Applebot|redditbot|Embedly|Iframely)\b/

const lowerCase = (header: string | string[] | undefined): string => String(header ?? '').toLowerCase()

/** A prefetched page would be shown later without another request, so prefetches count too. */
export const isAutomatedFetch = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  /\b(prefetch|prerender)\b/.test(lowerCase(headers['sec-purpose'])) ||
  /^(prefetch|preview|prerender)$/.test(lowerCase(headers.purpose)) ||
  /^(prefetch|preview)$/.test(lowerCase(headers['x-purpose'])) ||
  lowerCase(headers['x-moz']) === 'prefetch' ||
  unfurlers.test(headers['user-agent'] ?? '')
