/** Validates the input of a share link and adds defaults. */
import type { Static } from 'typebox'
import { sharedContents } from '#contracts/reports.ts'
import type { ShareLink, ShareScope, updateShareLink } from '#contracts/sharing/links.ts'
import { hashPassword } from '#server/modules/auth/public.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import { readScope } from '../scope.ts'

type Input = Static<typeof updateShareLink.body>

const day = 86_400_000
const usualDays = 30
const yearsAtMost = 10

/** Letters and digits only: an asterisk would allow more origins, a semicolon another directive. */
const plainOrigin = /^https:\/\/([a-z0-9-]+(\.[a-z0-9-]+)*|\[[0-9a-f:]+\])(:\d+)?$/

/** Exactly an origin: no path, explicit default port or user name. */
const isOrigin = (text: string): boolean =>
  plainOrigin.test(text) && URL.canParse(text) && new URL(text).origin === text

const readOrigins = (origins: readonly string[]): string[] => {
  const wrong = origins.findIndex((origin) => !isOrigin(origin))
  // guard: share-origin
  if (wrong !== -1)
    throw invalid(`body.allowedOrigins.${wrong}`, 'must be an origin such as https://intranet.example.com')
  return [...origins]
}

const readExpiry = (text: string | null, now: Date): Date | null => {
  if (text === null) return null
  const at = new Date(text)
  if (at <= now) throw invalid('body.expiresAt', 'is in the past')
  if (at.getTime() - now.getTime() > yearsAtMost * 366 * day)
    throw invalid('body.expiresAt', `is more than ${yearsAtMost} years ahead`)
  return at
}

/** 30 days; walls do not expire. */
export const usualExpiry = (kind: ShareLink['kind'], now: Date): Date | null =>
  kind === 'SCREEN' ? null : new Date(now.getTime() + usualDays * day)

export const readContents = (kind: ShareLink['kind'], contents: Input['contents']): string[] => {
  // What a team owes by contract is nothing for a public screen, unless somebody says so.
  if (kind === 'SCREEN') return [...(contents ?? sharedContents.filter((content) => content !== 'SLA'))]
  if (kind !== 'STATUS_BOARD') return [...(contents ?? sharedContents)]
  if (contents) throw invalid('body.contents', 'a status board has no figures')
  return []
}

/**
 * Columns of the fields in the body; others are left out.
 * @param before scope of the link before the change
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND
 */
export const readInput = async (
  ctx: StaffContext,
  kind: ShareLink['kind'],
  body: Input,
  before?: ShareScope,
) => {
  const { scope, redaction, contents, expiresAt, password, allowedOrigins, maxViews, name } = body
  return {
    ...(name === undefined ? {} : { name }),
    ...(scope === undefined ? {} : { scope: JSON.stringify(await readScope(ctx, scope, before)) }),
    ...(redaction?.comments === undefined ? {} : { hide_comments: redaction.comments }),
    ...(redaction?.photos === undefined ? {} : { hide_photos: redaction.photos }),
    ...(contents === undefined ? {} : { contents: readContents(kind, contents) }),
    ...(expiresAt === undefined ? {} : { expires_at: readExpiry(expiresAt, ctx.now) }),
    ...(password === undefined
      ? {}
      : { password_hash: password === null ? null : await hashPassword(password) }),
    ...(allowedOrigins === undefined ? {} : { allowed_origins: readOrigins(allowedOrigins) }),
    ...(maxViews === undefined ? {} : { max_views: maxViews }),
  }
}
