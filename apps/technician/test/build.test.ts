import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { technician } from '#pwa/phone-apps.ts'
import { checkPhoneApp } from '../../../packages/pwa/test/built-app.ts'
import { buildTechnician } from '../build.ts'

describe('The built technician app', () => {
  const { home, assets } = technician
  const read = checkPhoneApp({ build: buildTechnician, page: 'work', home, assets, most: 55_500 })

  it('keeps the screens that are needed without a connection, but the reader of stickers only after its first use', async () => {
    const worker = await read.text('sw.js')
    const names = await read.names()
    for (const screen of [
      'scan',
      'room',
      'problem',
      'help',
      'shift',
      'me',
      'profile',
      'notifications',
      'security',
    ]) {
      const found = names.find((name) => new RegExp(`^${screen}-[\\w-]+\\.js$`).test(name))
      assert.ok(found && worker.includes(`assets/${found}`), screen)
    }
    const reader = names.filter((name) => name.startsWith('zxing'))
    assert.deepEqual(reader.map((name) => name.split('.').at(-1)).sort(), ['js', 'wasm'])
    for (const name of reader) assert.ok(!worker.includes(name), name)
    for (const name of await read.loaded()) assert.ok(!name.includes('zxing'), name)
  })
})
