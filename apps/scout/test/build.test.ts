import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { scout } from '#pwa/phone-apps.ts'
import { checkPhoneApp } from '../../../packages/pwa/test/built-app.ts'
import { buildScout } from '../build.ts'

describe('The built scout app', () => {
  const { home, assets } = scout
  const read = checkPhoneApp({ build: buildScout, page: 'scout', home, assets, most: 40_500 })

  it('keeps every screen of a day without a signal, but the reader of stickers only after its first use', async () => {
    const worker = await read.text('sw.js')
    const names = await read.names()
    for (const screen of ['walk', 'stop', 'report', 'submit', 'findings', 'finding', 'waiting', 'me']) {
      const found = names.find((name) => new RegExp(`^${screen}-[\\w-]+\\.js$`).test(name))
      assert.ok(found && worker.includes(`assets/${found}`), screen)
    }
    const reader = names.filter((name) => name.startsWith('zxing'))
    assert.deepEqual(reader.map((name) => name.split('.').pop()).sort(), ['js', 'wasm'])
    for (const name of reader) assert.ok(!worker.includes(name), name)
  })
})
