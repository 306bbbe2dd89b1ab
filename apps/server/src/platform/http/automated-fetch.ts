/**
 * Who fetches a page that nobody is looking at: a browser that guesses what comes next, a chat that wants a preview of a
 * pasted address. Shared pages show them nothing, so whoever pretends to be one gains nothing; a sticker's page is no scan.
 */
import type { FastifyRequest } from 'fastify'

/** Those that say who they are. iMessage and Signal call themselves by the names of others in this list. */
const unfurlers =
  /^(WhatsApp|Mattermost-Bot)\/|\b(Slackbot|Slack-ImgProxy|Twitterbot|Discordbot|TelegramBot|LinkedInBot|facebookexternalhit|Facebot|SkypeUriPreview|Googlebot|bingbot|Applebot|redditbot|Embedly|Iframely)\b/

const lowerCase = (header: string | string[] | undefined): string => String(header ?? '').toLowerCase()

/** The page of a prefetch would be shown later without another request, so it must not be given. */
export const isAutomatedFetch = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  /\b(prefetch|prerender)\b/.test(lowerCase(headers['sec-purpose'])) ||
  /^(prefetch|preview|prerender)$/.test(lowerCase(headers.purpose)) ||
  /^(prefetch|preview)$/.test(lowerCase(headers['x-purpose'])) ||
  lowerCase(headers['x-moz']) === 'prefetch' ||
  unfurlers.test(headers['user-agent'] ?? '')
