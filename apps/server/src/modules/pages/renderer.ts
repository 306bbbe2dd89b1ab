/** The visitor pages' renderer, built from apps/visitor; loaded with the first page. */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type {
  AboutPageModel,
  ErrorPageModel,
  NotConfiguredPageModel,
  PageModel,
  PolicyOptions,
  RatePageModel,
  ReportPageModel,
  StatusFeedModel,
  StatusPageModel,
  TaskLinkOverPageModel,
  TaskLinkPageModel,
  ThanksPageModel,
  TrackPageModel,
} from '#visitor/models.ts'
import type {
  PairPageModel,
  ShareEndedPageModel,
  ShareLockedPageModel,
  SharePageModel,
  SharePolicyOptions,
} from '#visitor/pages/share/model.ts'

export interface Renderer {
  renderRatePage(model: RatePageModel): string
  renderThanksPage(model: ThanksPageModel): string
  renderTrackPage(model: TrackPageModel): string
  renderNotConfiguredPage(model: NotConfiguredPageModel): string
  renderAnyPage(model: PageModel): string
  renderMinePage(model: PageModel): string
  renderAboutPage(model: AboutPageModel): string
  renderStatusPage(model: StatusPageModel): string
  renderStatusFeed(model: StatusFeedModel): string
  renderClosures(model: StatusFeedModel): string
  renderBadge(model: StatusPageModel): string
  renderReportPage(model: ReportPageModel): string
  renderTaskLinkPage(model: TaskLinkPageModel): string
  renderTaskLinkOverPage(model: TaskLinkOverPageModel): string
  renderSharePage(model: SharePageModel): string
  renderShareLockedPage(model: ShareLockedPageModel): string
  renderShareEndedPage(model: ShareEndedPageModel): string
  renderPairPage(model: PairPageModel): string
  renderErrorPage(model: ErrorPageModel): string
  agoHoldsUntil(at: string, now: string): number | undefined
  contentSecurityPolicy(options?: PolicyOptions): string
  shareSecurityPolicy(options?: SharePolicyOptions): string
}

let loaded: Promise<Renderer> | undefined

export const loadRenderer = (dist: string): Promise<Renderer> => {
  loaded ??= import(pathToFileURL(path.join(dist, 'visitor/server.js')).href) as Promise<Renderer>
  return loaded
}
