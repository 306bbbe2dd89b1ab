import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { fillTenant } from '#test/fill-tenant.ts'
import { startTestServer } from '#test/server.ts'
import { unzip } from '#test/unzip.ts'
import { ExportError, exportFile } from './export-file.ts'

const server = await startTestServer()
const folder = await mkdtemp(path.join(tmpdir(), 'wellkept-export-'))
after(() => rm(folder, { recursive: true }))

test('`wellkept export` writes the same zip to a file that only its owner may read', async () => {
  const { tenant } = await fillTenant(server, 'Marigold')
  const file = path.join(folder, 'all.zip')
  const written = await exportFile(server.built, tenant.id, file)
  assert.equal(written.file, file)
  assert.equal(written.photos, 2)
  const zip = unzip(await readFile(file))
  const manifest = JSON.parse(String(zip.get('manifest.json')))
  assert.equal(manifest.tenant.id, tenant.id)
  assert.equal(manifest.counts.records, written.records)
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  await exportFile(server.built, `tenant-${tenant.id}`, file)
  assert.deepEqual(await readdir(folder), ['all.zip'])
})

test('An export that fails leaves the old file and no partial new one', async () => {
  const { tenant } = await fillTenant(server, 'Thistle')
  const file = path.join(folder, 'kept.zip')
  await exportFile(server.built, tenant.id, file)
  const before = await readFile(file)
  const { storage } = server.built.platform
  const broken = {
    ...server.built.platform,
    storage: { ...storage, get: () => Promise.reject(new Error('the disk is gone')) },
  }
  await assert.rejects(exportFile({ platform: broken }, tenant.id, file), /the disk is gone/)
  assert.deepEqual(await readFile(file), before)
  assert.deepEqual((await readdir(folder)).sort(), ['all.zip', 'kept.zip'])
  await assert.rejects(exportFile(server.built, 'nobody', file), ExportError)
})
