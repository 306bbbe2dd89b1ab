/** Runs the commands of docs/guides in order; only curl is replaced. */
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { startReceiver } from '#server/modules/webhooks/testing/receiver.ts'
import { commandsOf } from './docs.ts'
import { startTestServer } from './server.ts'
import { createKey, createPlace, createTenant } from './world.ts'

const server = await startTestServer({ env: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
const receiver = await startReceiver()
const folder = path.resolve(import.meta.dirname, '../../../docs/guides')

/** What a reader is told to carry from an answer to the next command. */
interface Carried {
  readonly id?: string
  readonly qrCode?: string
}

for (const name of globSync('*.md', { cwd: folder }).sort()) {
  test(`Every command of docs/guides/${name} succeeds as it stands`, async () => {
    const tenant = await createTenant(server)
    const { key } = await createKey(server, tenant, 'read', 'write', 'webhooks:manage')
    const { buildingId } = await createPlace(server, tenant)
    let known = {
      BASE: server.base,
      KEY: key,
      TOKEN: tenant.admin.token,
      RECEIVER: receiver.url,
      ID: buildingId,
      QR: '',
    }
    const { commands } = commandsOf(`guides/${name}`, server, known)
    assert.ok(commands.length > 0, 'a guide without a command')
    for (const command of commands) {
      const reply = await commandsOf(`guides/${name}`, server, known).run<Carried>(command)
      assert.ok(reply.status >= 200 && reply.status < 300, `${command}\n${reply.status} ${reply.text}`)
      if (name !== 'start.md') continue
      const data = reply.json.data
      known = { ...known, ID: data.id ?? known.ID, QR: data.qrCode ?? known.QR }
    }
  })
}
