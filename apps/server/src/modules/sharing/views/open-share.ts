import { type VisitorLanguage, visitorLanguages } from '#contracts/kit/vocabulary.ts'
import type { SharePage } from '#contracts/sharing/view.ts'
import { brandingOf, readSettings } from '#server/modules/settings/public.ts'
import type { PublicContext, TenantContext } from '#server/platform/context.ts'
import { ServiceError } from '#server/platform/errors.ts'
import { type Days, openView, readView } from './read-view.ts'
import type { ViewSession } from './view-session.ts'
import {
  type AccessState,
  accessStateOf,
  authorizeView,
  findHeldToken,
  type HeldToken,
  rowOf,
  withTenant,
} from './visit.ts'

export interface Visit extends HeldToken, Days {
  /** which of the offered languages the viewer reads */
  readonly languageAmong: (offered: readonly VisitorLanguage[]) => VisitorLanguage
}

export interface OpenedShare {
  readonly page: SharePage
  /** origins that may frame it; empty: none */
  readonly frameAncestors: readonly string[]
  /** for `viewSessionCookie`; undefined if the browser already has one */
  readonly viewSession: ViewSession | undefined
}

/** The page for an access state. */
export const showShare = async (
  ctx: PublicContext,
  { token, languageAmong, from, to }: Visit,
  access: AccessState,
): Promise<OpenedShare> => {
  const found = await findHeldToken(ctx, token)
  const about = async (tenant: TenantContext) => {
    const [row, settings] = await Promise.all([rowOf(tenant, found), readSettings(tenant)])
    return { frameAncestors: row.allowed_origins, branding: brandingOf(settings) }
  }
  if (access.state !== 'OPEN') {
    const { frameAncestors, branding } = await ctx.inTenant(found.tenantId, 'read', about)
    return { page: { ...access, branding }, frameAncestors, viewSession: undefined }
  }
  const { tenant: info } = await ctx.inTenant(found.tenantId, 'read', withTenant)
  const show = (days: Days) =>
    ctx.inTenant(found.tenantId, 'read', async (tenant): Promise<OpenedShare> => {
      const figured = { ...tenant, tenant: info }
      const opened = await openView(figured, days, () => rowOf(tenant, found))
      const language = languageAmong(visitorLanguages)
      return {
        page: { state: 'OPEN', view: await readView(figured, opened, language, true) },
        frameAncestors: opened.row.allowed_origins,
        viewSession: access.viewSession,
      }
    })
  try {
    return await show({ from, to })
  } catch (error) {
    const isPeriod = error instanceof ServiceError && error.code === 'VALIDATION_ERROR'
    if (!isPeriod || (from === undefined && to === undefined)) throw error
    // The view is already counted, so invalid days show the default period.
    return show({})
  }
}

/**
 * What `/s/TOKEN` shows. Without a view session it counts as a view.
 * @throws ServiceError NOT_FOUND
 */
export const openShare = async (ctx: PublicContext, visit: Visit): Promise<OpenedShare> => {
  const found = await findHeldToken(ctx, visit.token)
  const access = await ctx.inTenant(found.tenantId, 'write', (tenant) =>
    authorizeView(tenant, found, visit.viewSession),
  )
  return showShare(ctx, visit, access)
}

/** Checks the address without counting a view. @throws ServiceError NOT_FOUND */
export const checkShare = async (
  ctx: PublicContext,
  { token, viewSession }: HeldToken,
): Promise<AccessState['state']> => {
  const found = await findHeldToken(ctx, token)
  return ctx.inTenant(found.tenantId, 'read', async (tenant) => {
    return accessStateOf(tenant, await rowOf(tenant, found), viewSession).state
  })
}
