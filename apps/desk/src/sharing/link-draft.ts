/** Form values of a share link and the request body. Pure. */
import type { CallInput } from '#client/types.ts'
import type { Scope } from '#contracts/kit/scope.ts'
import type { SharedContent } from '#contracts/reports.ts'
import type { createShareLink, ShareLink } from '#contracts/sharing/links.ts'
import type { LinkKind } from '#contracts/sharing/view.ts'
import { plusDays, todayIn } from '#desk-kit/lib/days.ts'
import { endOfDay, lastDayOf } from '#desk-kit/lib/last-day.ts'

export type PasswordMode = 'KEEP' | 'NONE' | 'NEW'

export interface LinkDraft {
  readonly kind: LinkKind
  readonly name: string
  readonly scope: Scope
  readonly contents: readonly SharedContent[]
  readonly comments: boolean
  readonly photos: boolean
  /** last day in the organisation's time zone; '': no end */
  readonly expiresAt: string
  readonly passwordMode: PasswordMode
  readonly password: string
  /** one a line */
  readonly allowedOrigins: string
  readonly maxViews: number | null
}

export const reportContents = [
  'OVERVIEW',
  'FEEDBACK',
  'ISSUES',
  'AMENITIES',
  'TASKS',
  'SLA',
] as const satisfies readonly SharedContent[]

const usualDays = 30

export const usualEnd = (kind: LinkKind, timeZone: string): string =>
  kind === 'SCREEN' ? '' : plusDays(todayIn(timeZone), usualDays)

export const draftOf = (link: ShareLink | undefined, timeZone: string): LinkDraft => ({
  kind: link?.kind ?? 'DASHBOARD',
  name: link?.name ?? '',
  scope: link?.scope ?? {},
  contents: link ? (link.contents as readonly SharedContent[]) : reportContents,
  comments: link ? !link.redaction.comments : false,
  photos: link ? !link.redaction.photos : false,
  expiresAt: link ? lastDayOf(link.expiresAt, timeZone) : usualEnd('DASHBOARD', timeZone),
  passwordMode: link?.hasPassword ? 'KEEP' : 'NONE',
  password: '',
  allowedOrigins: link?.allowedOrigins.join('\n') ?? '',
  maxViews: link?.maxViews ?? null,
})

export const linesOf = (text: string): string[] =>
  text
    .split(/[\n,;]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

const plainOrigin = /^https:\/\/([a-z0-9-]+(\.[a-z0-9-]+)*|\[[0-9a-f:]+\])(:\d+)?$/

/** As the service validates it: scheme, host and port only, no default port, no wildcard. */
export const isOrigin = (text: string): boolean =>
  plainOrigin.test(text) && URL.canParse(text) && new URL(text).origin === text

type Body = NonNullable<CallInput<typeof createShareLink>['body']>

const passwordOf = ({ passwordMode, password }: LinkDraft): Pick<Body, 'password'> => {
  switch (passwordMode) {
    case 'KEEP':
      return {}
    case 'NONE':
      return { password: null }
    case 'NEW':
      return { password }
    default:
      return passwordMode satisfies never
  }
}

export const bodyOf = (draft: LinkDraft, timeZone: string): Body => {
  const isBoard = draft.kind === 'STATUS_BOARD'
  return {
    kind: draft.kind,
    name: draft.name.trim(),
    scope: draft.scope,
    ...(isBoard
      ? {}
      : {
          contents: [...draft.contents],
          redaction: { comments: !draft.comments, photos: !draft.photos },
        }),
    expiresAt: draft.expiresAt === '' ? null : endOfDay(draft.expiresAt, timeZone),
    ...passwordOf(draft),
    ...(draft.kind === 'EMBED' ? { allowedOrigins: linesOf(draft.allowedOrigins) } : {}),
    maxViews: draft.maxViews,
  }
}
