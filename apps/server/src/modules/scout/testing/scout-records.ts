/** A record of each kind that the examples of a scout's endpoints name. */
import assert from 'node:assert/strict'
import { newId } from '#server/platform/ids.ts'
import type { TestServer } from '#test/server.ts'
import type { TestTenant } from '#test/world.ts'
import {
  type ActiveScout,
  activate,
  codeFor,
  shortContent,
  storeRound,
  storeScout,
  storeTemplate,
} from './scout-stage.ts'

export type { ActiveScout } from './scout-stage.ts'

export const storeScouting = async (
  server: TestServer,
  tenant: TestTenant,
  { buildingId, amenityId }: { readonly buildingId: string; readonly amenityId: string },
) => {
  const scope = { buildingIds: [buildingId], extraRounds: true, blind: false }
  const scout = await activate(server, tenant, await storeScout(tenant, scope))
  const leavingScout = await activate(server, tenant, await storeScout(tenant, scope))
  const templateId = await storeTemplate(tenant, shortContent)
  const round = await storeRound(tenant, {
    buildingId,
    amenityIds: [amenityId],
    templateId,
    scoutId: scout.id,
  })
  const submitted = await storeRound(tenant, {
    buildingId,
    amenityIds: [amenityId],
    templateId,
    scoutId: scout.id,
  })
  await tenant.inside((ctx) =>
    ctx.run("update round set state = 'SUBMITTED', submitted_at = $3 where tenant_id = $1 and id = $2", [
      ctx.tenantId,
      submitted.id,
      ctx.now,
    ]),
  )
  const stopId = round.stopIds[0] ?? ''
  const made = async (path: string, body: object): Promise<Record<string, string>> => {
    const reply = await scout.call<Record<string, string>>('POST', path, body)
    assert.ok(reply.status < 300, `${path}: ${reply.text}`)
    return reply.json.data
  }
  await made(`/rounds/${round.id}/start`, {})
  await made(`/rounds/${round.id}/inspections`, { stopId, noCodeReason: 'Torn' })
  const finding = await made('/findings', { amenityId, category: 'NO_SOAP', severity: 'MINOR' })
  const media = await made('/media/upload-url', {
    contentType: 'image/jpeg',
    size: 1000,
    sha256: newId(Date.now()).replaceAll('-', '').repeat(2),
  })
  const conflictId = newId(Date.now())
  const at = server.clock.now().toISOString()
  const field = {
    name: 'paper',
    mine: { value: { value: true, na: false, note: null }, at },
    theirs: { value: { value: false, na: false, note: null }, at, by: 'Scout' },
  }
  await tenant.inside((ctx) =>
    ctx.run(
      `insert into scout_conflict (tenant_id, id, scout_id, kind, record_id, fields, created_at, changed_at)
       values ($1, $2, $3, 'INSPECTION', $4, $5, $6, $6)`,
      [ctx.tenantId, conflictId, scout.id, stopId, JSON.stringify([field]), ctx.now],
    ),
  )
  // Another one's, so that the tokens above stay valid when it is used.
  const invited = await storeScout(tenant, scope)
  const spare = await activate(server, tenant, await storeScout(tenant, scope))
  return {
    scout,
    leavingScout,
    templateId,
    roundId: round.id,
    submittedRoundId: submitted.id,
    stopId,
    findingId: finding.id ?? '',
    mediaId: media.id ?? '',
    conflictId,
    activationCode: await codeFor(tenant, invited),
    refreshToken: spare.refreshToken,
  } satisfies Record<string, string | ActiveScout>
}
