import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { ConfigError, readConfig } from '../config.ts'

const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'wellkept-vapid-'))
after(() => rmSync(DATA_DIR, { recursive: true, force: true }))
const subjectOf = (env: Record<string, string>): string => readConfig({ DATA_DIR, ...env }).vapidSubject

test('Push services get VAPID_SUBJECT as contact, otherwise BASE_URL or the sender of emails', () => {
  const https = 'https://feedback.example.com/'
  assert.equal(
    subjectOf({ VAPID_SUBJECT: 'mailto:ops@example.com', BASE_URL: https }),
    'mailto:ops@example.com',
  )
  assert.equal(subjectOf({ VAPID_SUBJECT: 'https://example.com/contact' }), 'https://example.com/contact')
  assert.equal(subjectOf({ BASE_URL: https, MAIL_FROM: 'a@b.example' }), 'https://feedback.example.com')
  assert.equal(subjectOf({ MAIL_FROM: 'Wellkept <care@example.com>' }), 'mailto:care@example.com')
  assert.equal(subjectOf({ MAIL_FROM: 'care@example.com' }), 'mailto:care@example.com')
  assert.equal(subjectOf({}), 'mailto:no-reply@localhost')
})

test('A VAPID_SUBJECT that push services would refuse is an error of the settings, reported without its value', () => {
  for (const given of [
    'ops@example.com',
    'http://example.com',
    'mailto:',
    'mailto:a b@example.com',
    'https://',
  ])
    assert.throws(
      () => subjectOf({ VAPID_SUBJECT: given }),
      (error) => error instanceof ConfigError && /VAPID_SUBJECT must be/.test(error.message),
    )
})
