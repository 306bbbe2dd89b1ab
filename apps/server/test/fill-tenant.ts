/**
 * A tenant with at least one row of everything that people and visitors can create, over the API; its texts contain
 * a mark.
 */

import assert from 'node:assert/strict'
import { createECDH, randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { documented, type World } from '#contracts/kit/example.ts'
import { storeGrants } from '#server/modules/sharing/testing/store-grants.ts'
import { storeWorkspace } from '#server/modules/slack/app/testing/store-workspace.ts'
import { newId } from '#server/platform/ids.ts'
import { activate } from './company.ts'
import { fillArena } from './fill-arena.ts'
import { fillScout } from './fill-scout.ts'
import type { TestServer } from './server.ts'
import { createTenant, type TestTenant } from './world.ts'

export interface FilledTenant {
  readonly tenant: TestTenant
  /** contained in every text */
  readonly mark: string
  readonly buildingId: string
  readonly locationId: string
  readonly amenityId: string
  readonly amenityTypeId: string
  readonly qrCode: string
  readonly statusItemId: string
  readonly feedbackId: string
  readonly trackingToken: string
  readonly taskId: string
  readonly noteId: string
  readonly alertRuleId: string
  readonly companyId: string
  readonly operatorId: string
  readonly apiKeyId: string
  /** the key itself, which is shown once */
  readonly apiKey: string
  /** number of photos of a visitor and of a task */
  readonly photos: number
  /** records for the examples of the contracts */
  readonly records: World
  /** all ids and codes above */
  readonly made: readonly string[]
}

type CreatedRecord = { id: string } & Record<string, string>
type UploadTicket = { key: string; url: string; headers: Record<string, string> }

export const fillTenant = async (server: TestServer, mark: string): Promise<FilledTenant> => {
  const tenant = await createTenant(server)
  const send = async <T = CreatedRecord>(
    method: string,
    path: string,
    body: unknown,
    token?: string,
  ): Promise<T> => {
    const reply = await server.call<T>(method, path, { body, token })
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.text}`)
    return reply.json.data
  }
  const admin = <T = CreatedRecord>(path: string, body: unknown, method = 'POST') =>
    send<T>(method, path, body, tenant.admin.token)
  const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#0a7' } })
    .jpeg()
    .toBuffer()
  const upload = async (ticket: UploadTicket): Promise<string> => {
    const put = await server.call('PUT', new URL(ticket.url).pathname, {
      body: bytes,
      headers: { 'content-type': 'image/jpeg' },
    })
    assert.equal(put.status, 200, put.text)
    return ticket.key
  }
  const device = createECDH('prime256v1').generateKeys('base64url')
  await admin(
    '/api/auth/me',
    {
      pushSubscriptions: {
        add: {
          endpoint: `https://push.example.com/${tenant.admin.id}`,
          keys: { p256dh: device, auth: randomBytes(16).toString('base64url') },
        },
      },
    },
    'PATCH',
  )
  const photo = { contentType: 'image/jpeg', size: bytes.length }

  const building = await admin('/api/admin/buildings', { name: `${mark} house`, address: `${mark} street 1` })
  const location = await admin('/api/admin/locations', {
    buildingId: building.id,
    name: `${mark} level`,
    kind: 'FLOOR',
  })
  const type = await admin('/api/admin/amenity-types', {
    code: 'SAUNA',
    name: `${mark} sauna`,
    categories: [],
  })
  const amenity = await admin('/api/admin/amenities', {
    buildingId: building.id,
    locationId: location.id,
    name: `${mark} washroom`,
    type: 'WASHROOM',
  })
  const qrCode = amenity.qrCode ?? ''
  const stock = await admin<{ codes: { code: string }[] }>('/api/admin/qr-codes', { count: 2 })
  const item = await admin(`/api/admin/amenities/${amenity.id}/status-items`, { name: `${mark} taps` })
  await admin(
    `/api/admin/status-items/${item.id}/state`,
    { state: 'DEGRADED', note: `${mark} drips` },
    'POST',
  )
  const rule = await admin('/api/admin/alert-rules', {
    name: `${mark} rule`,
    trigger: { kind: 'RATING', maxRating: 2 },
    action: { kind: 'NOTICE', notify: ['MANAGER'] },
  })
  const invited = await admin('/api/admin/users', {
    email: `${mark}@example.com`.toLowerCase(),
    name: `${mark} invited`,
    roles: ['TECHNICIAN'],
  })

  const company = await admin('/api/operator/companies', {
    name: `${mark} company`,
    contacts: [{ name: `${mark} contact`, email: `desk-${mark}@example.com`.toLowerCase() }],
  })
  await activate(tenant, company.id)
  const operator = await admin('/api/operator/operators', {
    name: `${mark} operator`,
    companyId: company.id,
    email: `operator-${mark}@example.com`.toLowerCase(),
  })
  await admin(
    `/api/operator/operators/${operator.id}/certifications`,
    { certifications: [{ name: `${mark} certificate`, validUntil: '2040-01-01' }] },
    'PUT',
  )

  // A scope that matches none of the tenant's records.
  const nowhere = { categories: ['PESTS'] }
  await admin('/api/admin/routing-rules', {
    name: `${mark} routing`,
    when: nowhere,
    then: { assign: { companyId: company.id } },
  })
  await admin('/api/admin/sla-policies', { name: `${mark} policy`, scope: nowhere })
  await admin('/api/admin/escalation-rules', {
    name: `${mark} escalation`,
    scope: nowhere,
    level: { clock: 'DUE', minutesOverdue: 10 },
    then: { notify: ['MANAGER'] },
  })
  await admin('/api/admin/schedules', {
    name: `${mark} schedule`,
    rrule: 'FREQ=DAILY',
    startsAt: `${server.clock.now().getUTCFullYear() + 1}-01-02T07:00`,
    template: { title: `${mark} round`, amenityIds: [amenity.id] },
  })

  // Its address is reserved and it is paused, so nothing is sent.
  await tenant.inside((ctx) => storeWorkspace(ctx, mark))
  const webhook = await admin('/api/admin/webhooks', {
    url: 'https://hooks.example.com/wellkept',
    events: ['task.created'],
    description: `${mark} webhook`,
    enabled: false,
  })

  const apiKey = await admin('/api/admin/api-keys', { name: `${mark} key`, scopes: ['read'] })

  const ticket = await send<UploadTicket>('POST', '/api/feedback/upload-url', { qrCode, ...photo })
  const feedback = await send('POST', '/api/feedback', {
    qrCode,
    rating: 2,
    comment: `${mark} is not clean`,
    issues: ['NOT_CLEAN'],
    imageKeys: [await upload(ticket)],
    language: 'en',
  })
  await admin('/api/dashboard/feedback/bulk', {
    ids: [feedback.id],
    labels: [`${mark} label`],
    done: true,
    reply: `${mark} reply`,
  })
  await send('POST', `/api/feedback/track/${feedback.trackingToken}`, {
    message: `${mark} once more`,
    email: `visitor-${mark}@example.com`.toLowerCase(),
  })
  await send('POST', `/api/status/${qrCode}/report`, {
    itemId: item.id,
    issue: 'LEAK',
    comment: `${mark} leak`,
  })
  await send('POST', `/api/status/${qrCode}/subscribe`, {
    email: `watcher-${mark}@example.com`.toLowerCase(),
  })

  const task = await admin('/api/tasks', {
    title: `${mark} task`,
    description: `${mark} description`,
    amenityId: amenity.id,
    buildingId: building.id,
  })
  const note = await admin(`/api/tasks/${task.id}/notes`, { text: `${mark} note`, public: true })
  const taskTicket = await admin<UploadTicket>(`/api/tasks/${task.id}/attachments`, {
    ...photo,
    kind: 'BEFORE',
  })
  await admin(`/api/tasks/${task.id}/attachments`, { key: await upload(taskTicket) })
  await admin(`/api/tasks/${task.id}/status`, { status: 'IN_PROGRESS' }, 'PATCH')
  await admin('/api/tasks', { title: `${mark} handed over`, assignee: { operatorId: operator.id } })
  const colleague = await admin('/api/operator/operators', { name: `${mark} colleague` })
  const [shiftNote, read] = [
    'insert into shift_note (tenant_id, id, operator_id, text, at) values ($1, $2, $3, $4, $5)',
    'insert into shift_note_read (tenant_id, note_id, operator_id, at) values ($1, $2, $3, $4)',
  ]
  await tenant.inside(async (ctx) => {
    const noteId = newId(ctx.now.getTime())
    await ctx.run(shiftNote, [tenant.id, noteId, operator.id, `${mark} is not finished`, ctx.now])
    await ctx.run(read, [tenant.id, noteId, colleague.id, ctx.now])
  })
  await admin(`/api/operator/operators/${operator.id}/duty`, { state: 'ABSENT' })
  await admin('/api/sharing/links', { kind: 'DASHBOARD', name: `${mark} link` })
  const mailing = await admin('/api/sharing/schedules', {
    name: `${mark} mailing`,
    recipients: [`reader-${mark}@example.com`.toLowerCase()],
    rrule: 'FREQ=WEEKLY',
    contents: ['OVERVIEW'],
  })
  await tenant.inside((ctx) =>
    ctx.run(
      `insert into mailing_sending (tenant_id, id, mailing_id, at, period_from, period_to, recipients)
       values ($1, $2, $3, $4::timestamptz, current_date, current_date, 1)`,
      [tenant.id, newId(ctx.now.getTime()), mailing.id, ctx.now],
    ),
  )
  await admin('/api/sharing/grants', { slug: `${mark} partner`.toLowerCase(), measures: ['RATINGS'] })
  await fillScout(tenant, { mark, buildingId: building.id, amenityId: amenity.id })
  await fillArena(tenant, mark)
  await storeGrants(await createTenant(server), tenant, `${mark} giver`)
  await admin('/api/wizard/state', { step: 'BUILDING', data: { name: `${mark} annex` } }, 'PUT')
  await server.drain()

  const ids = {
    buildingId: building.id,
    locationId: location.id,
    amenityId: amenity.id,
    amenityTypeId: type.id,
    qrCode,
    statusItemId: item.id,
    feedbackId: feedback.id,
    trackingToken: feedback.trackingToken ?? '',
    taskId: task.id,
    alertRuleId: rule.id,
    companyId: company.id,
    operatorId: operator.id,
    apiKeyId: apiKey.id,
    webhookId: webhook.id,
  }
  const records = {
    ...documented,
    ...ids,
    userId: tenant.manager.id,
    technicianId: tenant.technician.id,
    invitedId: invited.id,
    freeCode: stock.codes[0]?.code ?? '',
  }
  return {
    tenant,
    mark,
    ...ids,
    noteId: note.id,
    apiKey: apiKey.key ?? '',
    photos: 2,
    records,
    made: [...Object.values(ids), note.id, invited.id, tenant.technician.id],
  }
}
