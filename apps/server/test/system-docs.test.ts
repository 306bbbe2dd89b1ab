/** Runs the commands of docs/system.md in order; only curl is replaced. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import type { SystemHealth, SystemJob } from '#contracts/system.ts'
import { commandsOf } from './docs.ts'
import { startTestServer, systemSecret } from './server.ts'

const server = await startTestServer({ own: true })
const { commands, run } = commandsOf('system.md', server, { BASE: server.base, SECRET: systemSecret })

let at = 0
const next = async <T>(what: RegExp): Promise<{ data: T; text: string }> => {
  const command = commands[at++] ?? ''
  assert.match(command, what)
  const reply = await run<T>(command)
  assert.equal(reply.status, 200, `${command}\n${reply.text}`)
  return { data: reply.json?.data, text: reply.text }
}

test('Every command of docs/system.md does what the page says, and its rules name what is exposed', async () => {
  const health = await next<SystemHealth>(/health/)
  assert.equal(health.data.state, 'OK', health.text)
  const { text } = await next(/metrics/)
  const jobs = await next<SystemJob[]>(/jobs\?/)
  assert.equal(jobs.data.find(({ name }) => name === 'limits')?.cron, '*/5 * * * *')
  assert.equal((await next<{ result: string }>(/run/)).data.result, 'OK')
  const on = await next<{ on: boolean; message: string }>(/"on": true/)
  assert.deepEqual([on.data.on, on.data.message], [true, 'Back at 14:00.'])
  assert.equal((await next<{ on: boolean }>(/"on": false/)).data.on, false)
  assert.equal(at, commands.length)
  const page = readFileSync(path.join(import.meta.dirname, '../../../docs/system.md'), 'utf8')
  const named = new Set([...page.matchAll(/\bwellkept_[a-z_]+/g)].map(([name]) => name))
  assert.ok(named.size >= 6)
  for (const name of named)
    assert.ok(text.includes(`# TYPE ${name.replace(/_(count|bucket)$/, '')} `), `${name} is not exposed`)
})
