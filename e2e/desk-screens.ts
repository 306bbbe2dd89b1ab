/** Every screen of the desk by address, with a record for each that shows one. */

import assert from 'node:assert/strict'
import { storeScouting } from '#server/modules/scout/testing/scout-records.ts'
import { shortContent, storeTemplate } from '#server/modules/scout/testing/scout-stage.ts'
import { activate } from '#test/company.ts'
import { createTenant } from '#test/world.ts'
import type { Fixture } from './fixture.ts'

/** The desk's register of screens; untyped, because it imports JSX pages. */
const { screens } = (await import(new URL('../apps/desk/src/screens.ts', import.meta.url).href)) as {
  screens: Readonly<Record<string, { readonly path: string; readonly kind: 'list' | 'record' | 'page' }>>
}

export interface DeskScreen {
  readonly name: string
  /** below /app */
  readonly address: string
  readonly kind: 'list' | 'record' | 'page'
}

export interface FilledDesk {
  readonly places: readonly DeskScreen[]
  readonly taskId: string
  readonly trackingToken: string
}

export const fillDesk = async ({ server, place, people, tenant }: Fixture): Promise<FilledDesk> => {
  const feedback = await server.call<{ id: string; trackingToken: string }>('POST', '/api/feedback', {
    body: { qrCode: place.qrCode, rating: 1, issues: ['BLOCKED_TOILET'], comment: 'The left one overflows' },
  })
  await server.drain()
  const tasks = await server.call<{ id: string }[]>('GET', '/api/tasks', { token: people.manager.token })
  const taskId = tasks.json.data[0]?.id ?? ''

  await server.call('POST', '/api/admin/api-keys', {
    token: people.admin.token,
    body: { name: 'Nightly report', scopes: ['read', 'write'] },
  })
  await server.call('POST', '/api/admin/data-export', { token: people.admin.token })
  await server.drain()
  const webhook = await server.call<{ id: string }>('POST', '/api/admin/webhooks', {
    token: people.admin.token,
    body: { url: 'https://127.0.0.1:9/hooks', description: 'Washroom displays', events: ['task.created'] },
  })
  await server.call('POST', `/api/admin/webhooks/${webhook.json.data.id}/test`, { token: people.admin.token })

  const operator = await server.call<{ id: string }>('POST', '/api/operator/operators', {
    token: people.admin.token,
    body: { name: 'Washroom crew', skills: ['CLEANING'] },
  })
  await server.call('PUT', `/api/operator/operators/${operator.json.data.id}/certifications`, {
    token: people.admin.token,
    body: { certifications: [{ name: 'Washroom permit', skill: 'LIFT', validUntil: '2026-01-31' }] },
  })
  await server.call('PUT', `/api/operator/operators/${operator.json.data.id}/shifts`, {
    token: people.admin.token,
    body: {
      weekly: [1, 2, 3, 4, 5].map((day) => ({ day, from: '06:00', to: '14:00' })),
      exceptions: [{ date: '2030-12-24', off: true }],
    },
  })
  const company = await server.call<{ id: string }>('POST', '/api/operator/companies', {
    token: people.admin.token,
    body: { name: 'Washroom company', coverage: [{ buildingIds: [place.buildingId], skills: ['CLEANING'] }] },
  })
  await activate(tenant, company.json.data.id)

  const shareLink = await server.call<{ id: string }>('POST', '/api/sharing/links', {
    token: people.admin.token,
    body: { kind: 'SCREEN', name: 'Washroom wall' },
  })
  await server.call('POST', '/api/sharing/schedules', {
    token: people.admin.token,
    body: {
      name: 'Washroom figures',
      recipients: ['owner@stage.example'],
      rrule: 'FREQ=WEEKLY;BYDAY=MO',
      contents: ['OVERVIEW'],
    },
  })
  const partner = await createTenant(server)
  const own = await server.call<{ tenant: { slug: string } }>('GET', '/api/auth/me', {
    token: people.admin.token,
  })
  await server.call('POST', '/api/sharing/grants', {
    token: partner.admin.token,
    body: { slug: own.json.data.tenant.slug, measures: ['RATINGS', 'ISSUES', 'TASKS', 'SLA', 'INSPECTIONS'] },
  })
  await server.drain()
  const grants = await server.call<{ id: string }[]>('GET', '/api/sharing/grants', {
    token: people.admin.token,
  })
  const grantId = grants.json.data[0]?.id ?? ''
  await server.call('POST', `/api/sharing/grants/${grantId}/accept`, {
    token: people.admin.token,
    body: { accept: true },
  })

  const scouting = await storeScouting(server, tenant, place)

  /** A record for each screen that needs one. */
  const records: Readonly<Record<string, string>> = {
    submission: feedback.json.data.id,
    task: taskId,
    building: place.buildingId,
    amenity: place.amenityId,
    amenityFigures: place.amenityId,
    buildingFigures: place.buildingId,
    operator: operator.json.data.id,
    webhook: webhook.json.data.id,
    shareLink: shareLink.json.data.id,
    grant: grantId,
    round: scouting.roundId,
    checklist: await storeTemplate(tenant, { ...shortContent, name: 'Washroom checklist' }),
  }
  const places = Object.entries(screens).map(([name, { path: address, kind }]) => {
    if (!address.includes('$id')) return { name, kind, address: `/app${address}` }
    const id = records[name]
    assert.ok(id, `a record for ${name}`)
    return { name, kind, address: `/app${address.replace('$id', id)}` }
  })
  return { places, taskId, trackingToken: feedback.json.data.trackingToken }
}
