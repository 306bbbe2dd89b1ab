/** A scout, as that scout reads it. */
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import type { BuildingRef } from '#contracts/records.ts'
import { type Profile, privacyNoticeVersion } from '#contracts/scout/people.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { storedZone } from '#server/platform/stored-zone.ts'
import type { OwnScout } from './own-scout.ts'

const buildingsText =
  'select id, name from building where tenant_id = $1 and id = any($2::uuid[]) and archived_at is null order by name, id'

export const presentProfile = async (ctx: TenantContext, row: OwnScout): Promise<Profile> => ({
  id: row.id,
  name: row.own_name,
  displayName: row.display_name,
  alias: row.alias,
  kind: row.kind,
  blind: row.blind,
  state: row.state,
  scope: { buildingIds: [...row.building_ids], ...(row.types ? { types: [...row.types] } : {}) },
  buildings: await ctx.run<BuildingRef>(buildingsText, [ctx.tenantId, row.building_ids]),
  validFrom: row.valid_from,
  validUntil: row.valid_until,
  extraRounds: row.extra_rounds,
  language: row.language as VisitorLanguage,
  notifications: { mail: row.mail_rounds },
  privacyNotice: {
    version: privacyNoticeVersion,
    accepted: (row.privacy_version ?? 0) >= privacyNoticeVersion,
  },
  organisation: { name: row.organisation, timeZone: storedZone(row.time_zone) },
  serverTime: ctx.now.toISOString(),
  version: row.version,
})
