import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestServer } from '#test/server.ts'
import { adviceLines, sendTestMail } from './doctor.ts'

const server = await startTestServer()
const { platform } = server.built

test('Each line of the check has a level, the title of the check, and what to do', async () => {
  const lines = await adviceLines(platform, undefined)
  assert.ok(lines.some(({ text }) => text.startsWith('clock: ')))
  assert.deepEqual(
    lines.find(({ text }) => text.startsWith('backups: ')),
    { level: 'warning', text: 'backups: None are made. Set BACKUP_DIR to a folder on another disk.' },
  )
})

test('A test email is sent to the address that was given, and what the server refuses is BAD', async () => {
  assert.equal((await sendTestMail(platform, 'me@example.com')).level, 'ok')
  assert.equal(server.mails.at(-1)?.to, 'me@example.com')
  const mail = {
    ...platform.mail,
    send: async () => {
      throw new Error('no such recipient')
    },
  }
  const { level, text } = await sendTestMail({ ...platform, mail }, 'me@example.com')
  assert.equal(level, 'BAD')
  assert.match(text, /no such recipient/)
})
