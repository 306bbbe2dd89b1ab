/** `npx wellkept mcp` in its own process, started by the official client. */
import assert from 'node:assert/strict'
import path from 'node:path'
import { after, test } from 'node:test'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { tokenFor } from '#server/modules/mcp/testing/assistant.ts'
import { cleanEnvironment } from '#test/faults/service.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant } from '#test/world.ts'

const server = await startTestServer({ worker: false })
const cli = path.resolve(import.meta.dirname, '../apps/server/cli.ts')

const connect = async (token: string, revision: '2025' | 'newest'): Promise<Client> => {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { versionNegotiation: { mode: revision === '2025' ? 'legacy' : { pin: '2026-07-28' } } },
  )
  after(() => client.close())
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [cli, 'mcp', '--base', server.base],
      env: { ...cleanEnvironment(), WELLKEPT_TOKEN: token },
    }),
  )
  return client
}

for (const revision of ['2025', 'newest'] as const)
  test(`mcp serves a client of the ${revision} revision on stdin and stdout`, async () => {
    const { manager } = await createTenant(server)
    const client = await connect(await tokenFor(server, manager), revision)
    assert.equal((await client.listTools()).tools.length, 15)
    const { content } = await client.callTool({ name: 'whoami', arguments: {} })
    const [first] = content
    assert.ok(first?.type === 'text' && first.text.includes(manager.id))
  })

test('mcp says why a connection that does not work is refused', async () => {
  await assert.rejects(connect('wkp_none', '2025'), /Invalid or expired token/)
})
