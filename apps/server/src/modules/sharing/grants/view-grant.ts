import type { SharedContent } from '#contracts/reports.ts'
import { type GrantMeasure, type GrantView, viewGrant } from '#contracts/sharing/grants.ts'
import type { ShareScope } from '#contracts/sharing/links.ts'
import { inspectionFigures, openFiguresUnder, sharedFigures } from '#server/modules/dashboard/public.ts'
import { callerLanguage } from '#server/modules/settings/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { inTenant } from '#server/platform/db/tenant-db.ts'
import { notFound } from '#server/platform/errors.ts'
import { recordAudit } from '#server/platform/gate/audit.ts'
import { serveOutside } from '#server/platform/http/serve.ts'
import { filterOf, scopeNamesOf } from '../scope.ts'
import { withTenant } from '../views/visit.ts'

const contentsOf: Readonly<Record<GrantMeasure, readonly SharedContent[]>> = {
  RATINGS: ['FEEDBACK'],
  ISSUES: ['ISSUES'],
  TASKS: ['TASKS'],
  SLA: ['SLA'],
  INSPECTIONS: [],
}

// guard: grant-accepted
const receivedText = `select giver_id from grant_received
  where tenant_id = $1 and id = $2 and accepted_at is not null and ended_at is null and until > $3`
/** The giver's row decides at each reading whether the grant is valid, and counts the reading. */
// guard: grant-in-time
const readText = `update grant_given set reads = reads + 1, last_read_at = $3
  where tenant_id = $1 and id = $2 and ended_at is null and until > $3 and (receiver_id is null or receiver_id = $4)
  returning scope, measures`

interface GivenGrant {
  readonly scope: ShareScope
  readonly measures: GrantMeasure[]
}

export default serveOutside(viewGrant)(async (ctx, { params, query }) => {
  const [received] = await ctx.run<{ giver_id: string }>(receivedText, [ctx.tenantId, params.id, ctx.now])
  if (!received) throw notFound()
  const language = await callerLanguage(ctx)
  const { platform, requestId, now, tenant: reader } = ctx
  const giverId = received.giver_id
  const inGiver = <T>(mode: 'read' | 'write', work: (giver: TenantContext) => Promise<T>): Promise<T> =>
    inTenant(platform.databases.app, giverId, mode, (transaction) =>
      work({
        ...transaction,
        platform,
        requestId,
        now,
        tenantId: giverId,
        actor: { kind: 'SYSTEM', id: reader.id, name: reader.name },
      }),
    )

  return async (): Promise<GrantView> => {
    // Logged before reading, so that the giver knows of every reading.
    const { given, tenant } = await inGiver('write', async (giver) => {
      const [row] = await giver.run<GivenGrant>(readText, [giverId, params.id, now, reader.id])
      if (!row) throw notFound()
      recordAudit(giver, {
        action: 'sharing.partnerRead',
        target: params.id,
        targetName: reader.name.slice(0, 200),
        fields: row.measures,
      })
      return { given: row, tenant: (await withTenant(giver)).tenant }
    })
    return inGiver('read', async (giver) => {
      const figured = { ...giver, tenant }
      const figures = await openFiguresUnder(figured, query, () => filterOf(giver, given.scope))
      const contents = given.measures.flatMap((measure) => contentsOf[measure])
      const inspections = given.measures.includes('INSPECTIONS')
        ? await inspectionFigures(figured, figures)
        : null
      const { period, freshness, feedback, trend, issues, tasks, buildings } = await sharedFigures(
        figured,
        figures,
        { contents, language, comments: false, photos: false },
      )
      return {
        other: { name: tenant.name },
        places: await scopeNamesOf(giver, given.scope),
        measures: given.measures,
        period,
        freshness,
        feedback,
        trend,
        issues,
        tasks,
        buildings,
        inspections,
      }
    })
  }
})
