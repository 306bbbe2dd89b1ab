import type { FileAnswer } from '#contracts/kit/endpoint.ts'
import type { SharedContent } from '#contracts/reports.ts'
import { figureLanguages } from '#contracts/sharing/languages.ts'
import type { ShareScope } from '#contracts/sharing/links.ts'
import { findLogo, readLogo, sharedCsv, sharedPdf } from '#server/modules/dashboard/public.ts'
import type { PublicContext } from '#server/platform/context.ts'
import { forbidden, notFound, unauthorized } from '#server/platform/errors.ts'
import { scopeNamesOf } from '../scope.ts'
import type { Visit } from './open-share.ts'
import { hasFiles, openView } from './read-view.ts'
import type { ViewSession } from './view-session.ts'
import { authorizeView, findHeldToken, logAccess, rowOf, withTenant } from './visit.ts'

export interface Download {
  readonly file: FileAnswer
  /** as in `OpenedShare`: a download without an open view starts one */
  readonly viewSession: ViewSession | undefined
}

/**
 * The figures of a link as a file, recorded in the access log.
 * @throws ServiceError FORBIDDEN if the plan has no files or the link no figures, UNAUTHORIZED while it is locked,
 * NOT_FOUND also if it has ended, VALIDATION_ERROR for invalid days
 */
export const downloadShare = async (
  ctx: PublicContext,
  visit: Visit,
  format: 'PDF' | 'CSV',
): Promise<Download> => {
  const found = await findHeldToken(ctx, visit.token)
  const {
    tenant: info,
    viewSession,
    logoFile,
  } = await ctx.inTenant(found.tenantId, 'write', async (tenant) => {
    const figured = await withTenant(tenant)
    const access = await authorizeView(tenant, found, visit.viewSession)
    if (access.state === 'LOCKED') throw unauthorized()
    if (access.state === 'ENDED') throw notFound()
    if (!hasFiles(figured, access.row)) throw forbidden('This link offers no files')
    await logAccess(tenant, access.row.id, 'DOWNLOADED', format)
    return {
      tenant: figured.tenant,
      viewSession: access.viewSession,
      logoFile: format === 'PDF' ? await findLogo(tenant) : undefined,
    }
  })
  const logo = await readLogo(ctx.platform, logoFile)
  return ctx.inTenant(found.tenantId, 'read', async (tenant) => {
    const figured = { ...tenant, tenant: info }
    const { row, figures } = await openView(figured, visit, () => rowOf(tenant, found))
    const about = {
      contents: row.contents as SharedContent[],
      language: visit.languageAmong(figureLanguages) === 'de' ? ('de' as const) : ('en' as const),
      places: await scopeNamesOf(tenant, row.scope as ShareScope),
      logo,
    }
    const { from, to } = figures.period
    const file: FileAnswer =
      format === 'PDF'
        ? {
            contentType: 'application/pdf',
            body: await sharedPdf(figured, figures, about),
            fileName: `report-${from}-${to}.pdf`,
          }
        : {
            contentType: 'text/csv; charset=utf-8',
            body: await sharedCsv(figured, figures, about),
            fileName: `report-${from}-${to}.csv`,
          }
    return { file, viewSession }
  })
}
