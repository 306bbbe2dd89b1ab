/** The built renderer, as shipped. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildVisitor } from '../build.ts'
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
} from '../src/models.ts'
import type {
  PairPageModel,
  ShareEndedPageModel,
  ShareLockedPageModel,
  SharePageModel,
  SharePolicyOptions,
} from '../src/pages/share/model.ts'
import { type FixtureOptions, fixtures } from './fixtures.ts'

/** Exports of dist/visitor/server.js. */
export interface Renderer {
  readonly renderRatePage: (model: RatePageModel) => string
  readonly renderThanksPage: (model: ThanksPageModel) => string
  readonly renderTrackPage: (model: TrackPageModel) => string
  readonly renderNotConfiguredPage: (model: NotConfiguredPageModel) => string
  readonly renderAboutPage: (model: AboutPageModel) => string
  readonly renderStatusPage: (model: StatusPageModel) => string
  readonly renderStatusFeed: (model: StatusFeedModel) => string
  readonly renderClosures: (model: StatusFeedModel) => string
  readonly renderAnyPage: (model: PageModel) => string
  readonly renderMinePage: (model: PageModel) => string
  readonly renderBadge: (model: StatusPageModel) => string
  readonly renderReportPage: (model: ReportPageModel) => string
  readonly renderTaskLinkPage: (model: TaskLinkPageModel) => string
  readonly renderTaskLinkOverPage: (model: TaskLinkOverPageModel) => string
  readonly renderErrorPage: (model: ErrorPageModel) => string
  readonly renderSharePage: (model: SharePageModel) => string
  readonly renderShareLockedPage: (model: ShareLockedPageModel) => string
  readonly renderShareEndedPage: (model: ShareEndedPageModel) => string
  readonly renderPairPage: (model: PairPageModel) => string
  readonly shareSecurityPolicy: (options?: SharePolicyOptions) => string
  readonly contentSecurityPolicy: (options?: PolicyOptions) => string
  readonly scriptHash: string
  readonly styleHash: string
}

/** Builds into a temporary folder and imports the renderer. */
export const builtRenderer = async (): Promise<{ renderer: Renderer; directory: string }> => {
  const directory = mkdtempSync(join(tmpdir(), 'wellkept-visitor-'))
  await buildVisitor(directory)
  return { renderer: await import(pathToFileURL(join(directory, 'server.js')).href), directory }
}

/** All pages by name. */
export const allPages = (renderer: Renderer, options: FixtureOptions = {}): Record<string, string> => {
  const models = fixtures(options)
  return {
    rate: renderer.renderRatePage(models.rate),
    lift: renderer.renderRatePage(models.lift),
    rateWithErrors: renderer.renderRatePage(models.rateWithErrors),
    thanks: renderer.renderThanksPage(models.thanks),
    track: renderer.renderTrackPage(models.track),
    trackReceived: renderer.renderTrackPage(models.trackReceived),
    taskLink: renderer.renderTaskLinkPage(models.taskLink),
    taskLinkHeld: renderer.renderTaskLinkPage(models.taskLinkHeld),
    taskLinkOver: renderer.renderTaskLinkOverPage(models.taskLinkOver),
    status: renderer.renderStatusPage(models.statusPage),
    report: renderer.renderReportPage(models.report),
    about: renderer.renderAboutPage(models.about),
    any: renderer.renderAnyPage(models.any),
    mine: renderer.renderMinePage(models.mine),
    error: renderer.renderErrorPage(models.error),
    unlinked: renderer.renderNotConfiguredPage(models.unlinked),
    unknown: renderer.renderNotConfiguredPage(models.unknown),
    noReport: renderer.renderNotConfiguredPage(models.noReport),
    entry: renderer.renderNotConfiguredPage(models.entry),
  }
}
