/**
 * The setup checklist: counts of a tenant's few incomplete rows, by the conditions of the lists that its lines open.
 */

import { entitlementsOf } from '#contracts/kit/plan-features.ts'
import type { MailSetup } from '#contracts/settings.ts'
import { type SetupLine, type SetupLineName, setupLines } from '#contracts/setup-health.ts'
import { countIncompleteOperators, dutyGaps } from '#server/modules/operator/public.ts'
import { countIncompleteAmenities } from '#server/modules/places/amenities/public.ts'
import { countIncompleteBuildings } from '#server/modules/places/buildings/public.ts'
import { countIncompleteMembers } from '#server/modules/team/public.ts'
import { countFailingWebhooks } from '#server/modules/webhooks/public.ts'
import type { StaffContext } from '#server/platform/context.ts'

// By the partial index qr_code_scanned_free: few unlinked codes were scanned.
const restText = `select
  (select count(*) from qr_code where tenant_id = $1 and amenity_id is null and retired_at is null and last_scan_at is not null and scans > 0) as lost,
  (select not exists (select from sla_policy where tenant_id = $1 and enabled)) as without_sla`

/** Email domain records that are missing or could not be checked; those still being checked are left out. */
export const countUnproven = ({
  spf,
  dkim,
  dmarc,
}: Pick<MailSetup['sender'], 'spf' | 'dkim' | 'dmarc'>): number =>
  [spf, dkim, dmarc].filter((state) => state === 'MISSING' || state === 'UNKNOWN').length

/** In the order of `setupLines`; complete items have no line. */
export const readHealth = async (ctx: StaffContext): Promise<SetupLine[]> => {
  const has = entitlementsOf(ctx.tenant.plan)
  const [amenities, buildings, members, operators, webhooks, gaps, [rest]] = await Promise.all([
    countIncompleteAmenities(ctx),
    countIncompleteBuildings(ctx),
    countIncompleteMembers(ctx),
    countIncompleteOperators(ctx),
    countFailingWebhooks(ctx),
    dutyGaps(ctx, undefined),
    ctx.run<{ lost: number; without_sla: boolean }>(restText, [ctx.tenantId]),
  ])
  const counts: Readonly<Record<SetupLineName, number>> = {
    NO_CODE: amenities.CODE,
    LOST_CODE: rest?.lost ?? 0,
    NO_RULE: amenities.RULE,
    NO_ROUTE: has.includes('ROUTING_RULES') ? amenities.ROUTE : 0,
    OFF_DUTY: gaps.length,
    NO_SKILL: operators.SKILL,
    CERTIFICATE: operators.CERTIFICATE,
    NO_LANGUAGE: operators.LANGUAGE,
    NO_CONTACT: operators.CONTACT,
    INVITED: members.JOINED,
    MAIL_ONLY: members.DEVICE,
    NO_HOURS: buildings.HOURS,
    NO_HOLIDAYS: buildings.HOLIDAYS,
    NO_TIME_ZONE: buildings.TIME_ZONE,
    MAIL: countUnproven(ctx.platform.senderCheck.current()),
    WEBHOOK: has.includes('WEBHOOKS') ? webhooks : 0,
    NO_SLA: has.includes('SLA_MONITORING') && rest?.without_sla ? 1 : 0,
  }
  return setupLines.flatMap((line) => {
    const count = counts[line]
    if (count === 0) return []
    const [gap] = gaps
    return [{ line, count, ...(line === 'OFF_DUTY' && gap ? { id: gap.building.id } : {}) }]
  })
}
