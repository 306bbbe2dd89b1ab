import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { keepReserve, type Reserve } from './reserve.ts'

test('If no disk space can be reserved and a partial file cannot be removed, the log says so and the process continues', async (t) => {
  const home = mkdtempSync(join(tmpdir(), 'wellkept-reserve-'))
  // A folder of this name can be neither written nor removed as a file.
  mkdirSync(join(home, 'postgres.reserve.new'))
  let reserve: Reserve | undefined
  t.after(() => {
    reserve?.stop()
    rmSync(home, { recursive: true })
  })
  const warning = await new Promise<string>((resolve) => {
    reserve = keepReserve(home, resolve)
  })
  assert.match(warning, /^No disk space could be reserved: EISDIR/)
})
