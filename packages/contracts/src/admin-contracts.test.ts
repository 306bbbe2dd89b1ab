import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Value } from 'typebox/value'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import * as amenities from './places/amenities.ts'
import * as buildings from './places/buildings.ts'
import * as locations from './places/locations.ts'
import * as qrCodes from './places/qr-codes.ts'
import * as settings from './settings.ts'
import * as users from './team.ts'

const accepts = (spec: Pick<Endpoint, 'body' | 'query'>, part: 'body' | 'query', value: unknown) => {
  const schema = spec[part]
  assert.ok(schema)
  return Value.Check(schema, value)
}

const someId = '0199a5c4-7d1e-7c3b-9f42-6b1d2e3f4a5b'

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

test('A batch has 1 to 500 spare codes, and nothing is coerced', () => {
  for (const count of [1, 500]) assert.ok(accepts(qrCodes.createQrStock, 'body', { count }))
  for (const count of [0, 501, 1.5, '4', null]) assert.ok(!accepts(qrCodes.createQrStock, 'body', { count }))
})

test('A QR image has 64 to 2048 pixels and a margin of 0 to 16 modules', () => {
  assert.ok(accepts(qrCodes.getQrImage, 'query', { format: 'png', size: 2048, margin: 0, ecc: 'H' }))
  for (const query of [{ size: 63 }, { size: 2049 }, { margin: 17 }, { format: 'gif' }, { ecc: 'X' }]) {
    assert.ok(!accepts(qrCodes.getQrImage, 'query', query), JSON.stringify(query))
  }
})

test('Settings may be changed in part; invalid hours and colours are refused', () => {
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

test('A building returns its locations as a tree', () => {
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
