import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Value } from 'typebox/value'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import * as alertRules from './alert-rules.ts'
import * as amenities from './amenities.ts'
import * as amenityTypes from './amenity-types.ts'
import * as apiKeys from './api-keys.ts'
import * as auditLog from './audit-log.ts'
import * as buildings from './buildings.ts'
import * as feedback from './feedback.ts'
import * as locations from './locations.ts'
import * as qrCodes from './qr-codes.ts'
import * as settings from './settings.ts'
import * as statusItems from './status-items.ts'
import * as users from './users.ts'

/** method, path, role, scope, plan, limit: copied from the endpoint list */
const promised = `
GET /api/admin/settings ADMIN read - read
GET /api/admin/audit-log ADMIN read - read
PATCH /api/admin/settings ADMIN - - write
GET /api/admin/buildings ADMIN read - read
POST /api/admin/buildings ADMIN write - write
POST /api/admin/buildings/import ADMIN write - write
GET /api/admin/buildings/:id ADMIN read - read
PATCH /api/admin/buildings/:id ADMIN write - write
DELETE /api/admin/buildings/:id ADMIN write - write
POST /api/admin/locations ADMIN write - write
PATCH /api/admin/locations/:id ADMIN write - write
DELETE /api/admin/locations/:id ADMIN write - write
GET /api/admin/amenities ADMIN read - read
POST /api/admin/amenities ADMIN write - write
POST /api/admin/amenities/bulk ADMIN write - write
GET /api/admin/amenities/:id ADMIN read - read
PATCH /api/admin/amenities/:id ADMIN write - write
DELETE /api/admin/amenities/:id ADMIN write - write
GET /api/admin/amenities/:id/qr-code ADMIN read - read
POST /api/admin/amenities/:id/qr-code/rotate ADMIN write - write
GET /api/admin/qr-codes ADMIN read - read
POST /api/admin/qr-codes ADMIN write - write
GET /api/admin/qr-codes/sheet ADMIN read - read
PUT /api/admin/qr-codes/:code ADMIN write - write
POST /api/admin/amenities/:id/status-items ADMIN write - write
PATCH /api/admin/status-items/:id ADMIN write - write
DELETE /api/admin/status-items/:id ADMIN write - write
POST /api/admin/status-items/:id/state ADMIN write - write
GET /api/admin/users ADMIN read - read
POST /api/admin/users ADMIN - - write
GET /api/admin/users/:id ADMIN read - read
PATCH /api/admin/users/:id ADMIN - - write
DELETE /api/admin/users/:id ADMIN - - write
POST /api/admin/users/:id/resend-invite ADMIN - - write
GET /api/admin/api-keys ADMIN - - read
POST /api/admin/api-keys ADMIN - - write
DELETE /api/admin/api-keys/:id ADMIN - - write
GET /api/admin/alert-rules ADMIN read - read
POST /api/admin/alert-rules ADMIN write - write
PATCH /api/admin/alert-rules/:id ADMIN write - write
DELETE /api/admin/alert-rules/:id ADMIN write - write
PATCH /api/admin/feedback/:id ADMIN write - write
DELETE /api/admin/feedback/:id ADMIN write - write
GET /api/admin/amenity-types ADMIN read - read
POST /api/admin/amenity-types ADMIN write - write
PATCH /api/admin/amenity-types/:id ADMIN write - write
DELETE /api/admin/amenity-types/:id ADMIN write - write
`
  .trim()
  .split('\n')
  .sort()

const rooms = {
  ...alertRules,
  ...amenities,
  ...amenityTypes,
  ...apiKeys,
  ...auditLog,
  ...buildings,
  ...feedback,
  ...locations,
  ...qrCodes,
  ...settings,
  ...statusItems,
  ...users,
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'access' in value

const declared = Object.entries(rooms).flatMap(([exportName, value]) =>
  isEndpoint(value) ? [{ exportName, spec: value }] : [],
)

const accepts = (spec: Pick<Endpoint, 'body' | 'query'>, part: 'body' | 'query', value: unknown) => {
  const schema = spec[part]
  assert.ok(schema)
  return Value.Check(schema, value)
}

const someId = '0199a5c4-7d1e-7c3b-9f42-6b1d2e3f4a5b'

test('Role, scope, plan and limit of each endpoint are those of the endpoint list', () => {
  const actual = declared.map(({ spec }) => {
    const who = spec.access.kind === 'tenant' ? `${spec.access.role} ${spec.access.scope ?? '-'}` : 'public -'
    return `${spec.method} ${spec.path} ${who} ${spec.plan ?? '-'} ${spec.limit}`
  })
  assert.deepEqual(actual.sort(), promised)
})

test('Names and paths are unique, and each endpoint is exported under its name', () => {
  assert.equal(new Set(declared.map(({ spec }) => spec.name)).size, 47)
  assert.equal(new Set(declared.map(({ spec }) => `${spec.method} ${spec.path}`)).size, 47)
  for (const { exportName, spec } of declared) {
    assert.equal(exportName, spec.name)
    assert.equal(spec.module, 'admin')
  }
})

test('The parameters of a path are declared, and no others', () => {
  for (const { spec } of declared) {
    const inPath = [...spec.path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    assert.deepEqual(Object.keys(spec.params?.properties ?? {}), inPath, spec.name)
  }
})

test('Every list takes page, pageSize and sort', () => {
  const lists = declared.filter(({ spec }) => spec.list)
  assert.equal(lists.length, 8)
  for (const { spec } of lists) {
    for (const key of ['page', 'pageSize', 'sort'])
      assert.ok(spec.query?.properties[key], `${spec.name} ${key}`)
  }
})

test('The filters building and location also go by buildingId and locationId', () => {
  for (const { spec } of declared) {
    const filters = Object.keys(spec.query?.properties ?? {})
    for (const name of ['building', 'location', 'amenity']) {
      assert.equal(filters.includes(name), filters.includes(`${name}Id`), `${spec.name} ${name}`)
    }
  }
})

test('A POST that creates answers 201 and takes an Idempotency-Key; DELETE answers the id', () => {
  for (const { spec } of declared) {
    if (spec.status === 201) assert.ok(spec.method === 'POST' && spec.idempotent, spec.name)
    if (spec.method === 'DELETE') assert.ok(spec.data && Value.Check(spec.data, { id: someId }), spec.name)
  }
})

test('A building needs a name only, and an amenity a name and a building', () => {
  assert.ok(accepts(buildings.createBuilding, 'body', { name: 'North wing' }))
  assert.ok(!accepts(buildings.createBuilding, 'body', { address: 'Main Street 1' }))
  assert.ok(accepts(amenities.createAmenity, 'body', { name: 'Lift B', buildingId: someId }))
  assert.ok(!accepts(amenities.createAmenity, 'body', { name: 'Lift B', buildingId: 'north' }))
})

test('A person has one to three roles, each once', () => {
  const invite = (roles: string[]) =>
    accepts(users.inviteUser, 'body', { email: 'ana@example.org', name: 'Ana', roles })
  assert.ok(invite(['TECHNICIAN']))
  assert.ok(invite(['ADMIN', 'MANAGER', 'TECHNICIAN']))
  assert.ok(!invite([]))
  assert.ok(!invite(['MANAGER', 'MANAGER']))
  assert.ok(!invite(['OWNER']))
})

test('A stock has 1 to 500 codes, and nothing is coerced', () => {
  for (const count of [1, 500]) assert.ok(accepts(qrCodes.createQrStock, 'body', { count }))
  for (const count of [0, 501, 1.5, '4', null]) assert.ok(!accepts(qrCodes.createQrStock, 'body', { count }))
})

test('A QR image has 64 to 2048 pixels and a margin of 0 to 16 modules', () => {
  assert.ok(accepts(qrCodes.getQrImage, 'query', { format: 'png', size: 2048, margin: 0, ecc: 'H' }))
  for (const query of [{ size: 63 }, { size: 2049 }, { margin: 17 }, { format: 'gif' }, { ecc: 'X' }]) {
    assert.ok(!accepts(qrCodes.getQrImage, 'query', query), JSON.stringify(query))
  }
})

test('Settings may be changed in any part; hours and colours that are none are refused', () => {
  const patch = (body: unknown) => accepts(settings.updateSettings, 'body', body)
  assert.ok(patch({}))
  assert.ok(patch({ branding: { accent: '#0E5A63' }, notifications: { digestHour: null } }))
  assert.ok(!patch({ branding: { accent: 'teal' } }))
  assert.ok(!patch({ visitorLanguages: [] }))
  const days = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY']
  const week = (from: string, to: string) =>
    patch({ profile: { serviceHours: Object.fromEntries(days.map((day) => [day, [{ from, to }]])) } })
  assert.ok(week('08:00', '24:00'))
  assert.ok(!week('8:00', '18:00'))
  assert.ok(!week('08:00', '24:30'))
})

test('A building answers its locations as a tree', () => {
  const location = (name: string, children: unknown[]) => ({
    id: someId,
    buildingId: someId,
    parentId: null,
    kind: 'FLOOR',
    name,
    position: 0,
    amenities: 0,
    createdAt: '2026-11-20T08:00:00.000Z',
    version: 1,
    children,
  })
  const nested = (levels: number): unknown =>
    location(`Level ${levels}`, levels === 1 ? [] : [nested(levels - 1)])
  assert.ok(Value.Check(locations.LocationTree, [nested(locations.maxLocationDepth)]))
  assert.ok(!Value.Check(locations.LocationTree, [nested(locations.maxLocationDepth + 1)]))
})
