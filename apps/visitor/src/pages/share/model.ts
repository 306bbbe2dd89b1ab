/**
 * What the pages for people without an account are rendered from: what a share link shows, its password, its end, and
 * the walls that follow one. Instants are ISO 8601 UTC; texts of people are given as stored, the renderer escapes them.
 */
import type { SharedView } from '#contracts/sharing/view.ts'
import type { PageModel } from '../../models.ts'

/** `path` is `/s/TOKEN`, without a query. */
export interface SharePageModel extends PageModel {
  readonly view: SharedView
  /** address of the event stream; null where the page stays as it is */
  readonly follow: string | null
  /** of a view that has just begun, for a script that reads anew where no cookie is kept; null: it has one */
  readonly pass: string | null
  /** where the files are; null without them */
  readonly download: { readonly pdf: string; readonly csv: string } | null
  /** in a page of somebody else: without language, period and foot */
  readonly framed: boolean
}

/** The form posts `password` to `path`. */
export interface ShareLockedPageModel extends PageModel {
  readonly fault: 'WRONG' | 'LIMITED' | null
  /** seconds until another try makes sense; null where unknown */
  readonly retryAfter: number | null
}

/** Expired, used up, revoked or never there: one page, which tells nothing of whose it was. */
export type ShareEndedPageModel = PageModel

/** A wall without a link; `code` has six characters. */
export interface PairPageModel extends PageModel {
  readonly code: string
  readonly expiresAt: string
}

/** For the Content-Security-Policy of one page. */
export interface SharePolicyOptions {
  readonly colour?: string | null
  /** pages that may frame it; none: nobody */
  readonly framedBy?: readonly string[]
  /** origins besides our own from which photos are shown */
  readonly fileOrigins?: readonly string[]
}
