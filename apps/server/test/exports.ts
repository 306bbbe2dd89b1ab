/** Helpers to request and inspect data exports. */
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import type { DataExport } from '#contracts/data-export.ts'
import type { Reply, TestServer } from './server.ts'
import type { TestTenant } from './world.ts'

export interface Exports {
  /** runs SQL as the owner of the tables, who bypasses this server's row security */
  owner<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<R[]>
  start(tenant: TestTenant, headers?: Record<string, string>): Promise<Reply<DataExport>>
  look(tenant: TestTenant, id: string): Promise<Reply<DataExport>>
  download(url: string | null): Promise<Reply>
  /** starts an export and resolves with the finished one */
  exported(tenant: TestTenant): Promise<DataExport>
  /** names of the stored zips */
  files(): Promise<string[]>
}

export const exportsOn = (server: TestServer): Exports => {
  const start: Exports['start'] = (tenant, headers = {}) =>
    server.call<DataExport>('POST', '/api/admin/data-export', { token: tenant.admin.token, headers })
  const look: Exports['look'] = (tenant, id) =>
    server.call<DataExport>('GET', `/api/admin/data-export/${id}`, { token: tenant.admin.token })
  const owners = new pg.Pool({ connectionString: server.database.url, max: 2, idleTimeoutMillis: 1000 })
  owners.on('error', () => {})
  server.beforeEnd.push(() => owners.end())
  return {
    owner: async <R extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await owners.query<R>(text, values)).rows,
    start,
    look,
    download: (url) => server.call('GET', new URL(url ?? '').pathname),
    exported: async (tenant) => {
      const started = await start(tenant)
      assert.equal(started.status, 202, started.text)
      await server.drain()
      return (await look(tenant, started.json.data.id)).json.data
    },
    files: async () =>
      (await readdir(path.join(server.dataDir, 'files'), { recursive: true, withFileTypes: true })).flatMap(
        (entry) => (entry.isFile() && entry.name.endsWith('.zip') ? [entry.name] : []),
      ),
  }
}
