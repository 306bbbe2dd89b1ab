/**
 * Models of the shared pages: view, password, ended link, wall and pairing. Times are ISO 8601 in UTC; texts of
 * people are passed as stored, the renderer escapes them.
 */
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import type { SharedView } from '#contracts/sharing/view.ts'
import type { PageModel } from '../../models.ts'

/** `path` is `/s/TOKEN`, without a query. */
export interface SharePageModel extends PageModel {
  readonly view: SharedView
  /** URL of the event stream; null if the page is not updated */
  readonly follow: string | null
  /** view token for the script of a new view whose cookie the browser may not store; null if there is a cookie */
  readonly pass: string | null
  /** URLs and language of the files; null without them */
  readonly download: {
    readonly pdf: string
    readonly csv: string
    readonly language: VisitorLanguage
  } | null
  /** embedded in another website: without language switch, period and footer */
  readonly framed: boolean
}

/** The form posts `password` to `path`. */
export interface ShareLockedPageModel extends PageModel {
  readonly fault: 'WRONG' | 'LIMITED' | null
  /** seconds until the next attempt, from Retry-After; null if unknown */
  readonly retryAfter: number | null
}

/** Expired, used up, revoked or never existed: one page, which does not reveal the organisation. */
export type ShareEndedPageModel = PageModel

/** A wall that is not paired yet; `code` has six characters. */
export interface PairPageModel extends PageModel {
  readonly code: string
  readonly expiresAt: string
}

/** Options for the Content-Security-Policy of a page. */
export interface SharePolicyOptions {
  readonly colour?: string | null
  /** origins that may embed the page; empty for none */
  readonly framedBy?: readonly string[]
  /** other origins from which photos are shown */
  readonly fileOrigins?: readonly string[]
}
