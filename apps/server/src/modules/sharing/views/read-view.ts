/** What a link shows, counted at one moment by the same functions as the screens; redacted data is not returned. */
import { entitlementsOf } from '#contracts/kit/plan-features.ts'
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import type { ShareScope } from '#contracts/sharing/links.ts'
import type { SharedView } from '#contracts/sharing/view.ts'
import { type Figures, openFiguresUnder, sharedFigures } from '#server/modules/dashboard/public.ts'
import { brandingOf, readSettings } from '#server/modules/settings/public.ts'
import { readBoard } from '#server/modules/status/public.ts'
import type { FigureContext } from '#server/platform/context.ts'
import type { LinkRow } from '../links/link-row.ts'
import { filterOf, scopeNamesOf } from '../scope.ts'
import { photoAddress } from './photo-address.ts'

/** Days in the time zone of the figures; absent: the last 30. */
export interface Days {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export interface OpenedView {
  readonly row: LinkRow
  readonly figures: Figures
}

/**
 * First in its transaction, so that link, scope and figures are of one moment.
 * @throws ServiceError of `find`, VALIDATION_ERROR for invalid days
 */
export const openView = async (
  ctx: FigureContext,
  days: Days,
  find: () => Promise<LinkRow>,
): Promise<OpenedView> => {
  let row: LinkRow | undefined
  const figures = await openFiguresUnder(ctx, days, async () => {
    row = await find()
    return filterOf(ctx, row.scope as ShareScope)
  })
  if (!row) throw new Error('The filter of a view was not loaded')
  return { row, figures }
}

const nothing = {
  feedback: null,
  trend: null,
  issues: null,
  amenities: null,
  amenityCount: 0,
  tasks: null,
  buildings: null,
  comments: null,
} as const

/** Whether it can be downloaded: the plan has both file formats or none. */
export const hasFiles = (ctx: FigureContext, { kind }: Pick<LinkRow, 'kind'>): boolean =>
  kind !== 'STATUS_BOARD' && entitlementsOf(ctx.tenant.plan).includes('PDF_REPORTS')

/** @param viewers photos get share URLs, which work as long as the link, instead of staff URLs */
export const readView = async (
  ctx: FigureContext,
  { row, figures }: OpenedView,
  language: VisitorLanguage,
  viewers: boolean,
): Promise<SharedView> => {
  const kind = row.kind as SharedView['kind']
  const contents = row.contents as SharedView['contents']
  const isBoard = kind === 'STATUS_BOARD'
  const [settings, places, board, counted] = await Promise.all([
    readSettings(ctx),
    scopeNamesOf(ctx, row.scope as ShareScope),
    isBoard || kind === 'SCREEN' ? readBoard(ctx, figures.filter, language) : { board: null, boardCount: 0 },
    isBoard
      ? { period: null, freshness: ctx.now.toISOString(), ...nothing }
      : sharedFigures(ctx, figures, {
          contents,
          language,
          comments: !row.hide_comments,
          photos: !row.hide_photos,
          ...(viewers
            ? {
                photoAddresses: (id) => ({
                  url: photoAddress(ctx, row, id, 'full'),
                  thumbnailUrl: photoAddress(ctx, row, id, 'small'),
                }),
              }
            : {}),
        }),
  ])
  return {
    kind,
    name: row.name,
    organisation: ctx.tenant.name,
    branding: brandingOf(settings),
    places,
    timeZone: figures.period.timeZone,
    contents,
    ...counted,
    ...board,
    download: hasFiles(ctx, row),
  }
}
