/** Owners of alerts with their current rights; people who may no longer see the lists are left out. */

import type { Plan, Role } from '#contracts/kit/vocabulary.ts'
import { parseSavedSearch, type SavedSearch, type StoredView } from '#server/modules/auth/public.ts'
import type { StaffContext, TenantContext } from '#server/platform/context.ts'
import { storedZone } from '#server/platform/stored-zone.ts'

export interface SavedSearchAlert {
  readonly view: Pick<StoredView, 'id' | 'name' | 'screen' | 'query'>
  readonly search: SavedSearch
  /** as saved; equal filters are one search */
  readonly filters: string
  readonly mail: boolean
  readonly push: boolean
  readonly since: Date
}

export interface Subscriber {
  /** context as in a request of theirs */
  readonly ctx: StaffContext & { readonly actor: { readonly kind: 'USER' } }
  readonly alerts: readonly SavedSearchAlert[]
}

interface SubscriberRow {
  id: string
  name: string
  email: string
  roles: Role[]
  building_ids: string[]
  views: StoredView[]
  operator_id: string | null
  company_id: string | null
  tenant_name: string
  plan: Plan
  time_zone: string
}

// `has_wishes` limits this to active members with an alert.
const subscribersText = `select u.id, u.name, u.email, u.roles, u.building_ids, u.preferences -> 'savedViews' as views,
    o.id as operator_id, c.id as company_id, t.name as tenant_name, t.plan, t.time_zone
  from app_user u
  join tenant t on t.id = $1
  left join operator o on o.tenant_id = $1 and o.user_id = u.id and o.state <> 'INACTIVE'
  left join company c on c.tenant_id = $1 and c.id = o.company_id and c.state = 'ACTIVE'
  where u.tenant_id = $1 and u.has_wishes and u.roles && '{MANAGER,ADMIN}' and ($2::uuid is null or u.id = $2)
  order by u.id`

/** Leaves out alerts whose filters are no longer known: they would match more than was asked for. */
const alertsIn = (views: readonly StoredView[]): SavedSearchAlert[] =>
  views.flatMap(({ tell, ...view }) => {
    const search = tell && parseSavedSearch(view.screen, tell.filters)
    return search ? [{ ...tell, view, search, since: new Date(tell.since) }] : []
  })

/** @param userId absent: the whole tenant */
export const readSubscribers = async (
  ctx: TenantContext,
  userId: string | null = null,
): Promise<Subscriber[]> => {
  const rows = await ctx.run<SubscriberRow>(subscribersText, [ctx.tenantId, userId])
  return rows.map((row) => ({
    ctx: {
      ...ctx,
      tenant: {
        id: ctx.tenantId,
        name: row.tenant_name,
        plan: row.plan,
        timeZone: storedZone(row.time_zone),
      },
      readOnly: true,
      ifMatch: undefined,
      actor: {
        kind: 'USER',
        id: row.id,
        name: row.name,
        email: row.email,
        roles: row.roles,
        sessionId: '',
        buildingIds: row.building_ids,
        operatorId: row.operator_id,
        companyId: row.company_id,
      },
    },
    alerts: alertsIn(row.views),
  }))
}
