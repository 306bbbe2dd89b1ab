import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ShareLink } from '#contracts/sharing/links.ts'
import { bodyOf, draftOf, isOrigin, usualEnd } from '../src/sharing/link-draft.ts'
import { wrongLine } from '../src/sharing/mailing-draft.ts'

const zone = 'Europe/Berlin'
const link = (part: Partial<ShareLink> = {}): ShareLink => ({
  id: '01940a3b-7c1e-7f00-8a00-000000000001',
  kind: 'DASHBOARD',
  name: 'For the landlord',
  state: 'ACTIVE',
  scope: {},
  redaction: { comments: true, photos: true },
  contents: ['OVERVIEW'],
  expiresAt: '2026-12-22T23:00:00.000Z',
  hasPassword: true,
  allowedOrigins: [],
  maxViews: null,
  views: 3,
  lastViewedAt: null,
  seenAt: null,
  createdAt: '2026-11-22T10:00:00.000Z',
  updatedAt: '2026-11-22T10:00:00.000Z',
  version: 1,
  ...part,
})

test('A link works through its last day in the organisation’s time zone, and the form shows that day', () => {
  const draft = draftOf(link(), zone)
  assert.equal(draft.expiresAt, '2026-12-22')
  assert.equal(bodyOf(draft, zone).expiresAt, '2026-12-22T23:00:00.000Z')
  assert.equal(bodyOf({ ...draft, expiresAt: '' }, zone).expiresAt, null)
  // The night of a clock change.
  assert.equal(bodyOf({ ...draft, expiresAt: '2027-03-28' }, zone).expiresAt, '2027-03-28T22:00:00.000Z')
})

test('A wall has no end unless one is set', () => {
  assert.equal(usualEnd('SCREEN', zone), '')
  assert.match(usualEnd('REPORT', zone), /^\d{4}-\d{2}-\d{2}$/)
})

test('An untouched password is not sent, and a password can be removed', () => {
  const draft = draftOf(link(), zone)
  assert.ok(!('password' in bodyOf(draft, zone)))
  assert.equal(bodyOf({ ...draft, passwordMode: 'NONE' }, zone).password, null)
  assert.equal(bodyOf({ ...draft, passwordMode: 'NEW', password: ' as it is ' }, zone).password, ' as it is ')
})

test('The form shows what is not redacted; a status board has neither figures nor comments', () => {
  const draft = draftOf(link(), zone)
  assert.deepEqual(bodyOf({ ...draft, comments: true }, zone).redaction, { comments: false, photos: true })
  const board = bodyOf({ ...draft, kind: 'STATUS_BOARD' }, zone)
  assert.ok(!('contents' in board) && !('redaction' in board))
})

test('Only an exact https origin may embed a link', () => {
  for (const good of ['https://intranet.example.com', 'https://a.example:8443'])
    assert.ok(isOrigin(good), good)
  for (const bad of [
    'http://intranet.example.com',
    'https://intranet.example.com/',
    'https://intranet.example.com/page',
    'https://intranet.example.com:443',
    'https://user@intranet.example.com',
    'https://*.example.com',
    'https://a.example;sandbox',
    'intranet.example.com',
    "https://a.example; script-src 'unsafe-inline'",
  ])
    assert.ok(!isOrigin(bad), bad)
})

test('Recipients are separated by lines or commas, and the first invalid address is named', () => {
  assert.equal(wrongLine('a@example.com\nb@example.com, c@example.com;'), undefined)
  assert.equal(wrongLine('a@example.com\nnot an address'), 'not an address')
  assert.equal(wrongLine('Ana <ana@example.com>'), 'Ana <ana@example.com>')
})
