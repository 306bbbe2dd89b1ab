import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { build } from '../build.ts'
import { readConfig } from '../src/platform/config.ts'
import { openLog } from '../start.ts'
import { createTestDatabase } from './database.ts'

test('A part that fails to close at shutdown is logged and does not keep others open', async () => {
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'wellkept-test-'))
  const lines: string[] = []
  try {
    const config = readConfig({
      BASE_URL: 'http://localhost:3000',
      DATA_DIR: dataDir,
      SECRET: 'test-secret-of-sufficient-length-0123456789',
      ROLE: 'http',
      SEED: 'none',
    })
    const log = openLog({ ...config, logLevel: 'warn' }, { write: (line) => void lines.push(line) })
    const built = await build({ config, databaseUrl: database.url, log })
    const { databases, limiter } = built.platform
    limiter.close = () => Promise.reject(new Error('on purpose'))
    await built.close()
    assert.deepEqual(
      [databases.app, databases.intake, databases.worker].map((pool) => pool.ending),
      [true, true, true],
    )
    assert.match(lines.join(''), /A part could not be closed; the others were/)
  } finally {
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
