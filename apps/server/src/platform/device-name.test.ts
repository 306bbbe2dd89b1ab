import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cpuTimeOf } from '#test/cpu-time.ts'
import { deviceName } from './device-name.ts'

const agents: readonly (readonly [string, string])[] = [
  ['Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0', 'Firefox, Android'],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36',
    'Chrome, Android',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    'Samsung Internet, Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari, iPhone',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/150.0.0.0 Mobile/15E148 Safari/604.1',
    'Chrome, iPhone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15',
    'Safari, Mac',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0',
    'Edge, Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox, Linux'],
  [
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
    'Chrome, ChromeOS',
  ],
  ['curl/8.14.1', 'curl'],
  ['node', 'node'],
  ['', ''],
  ['<script>alert(1)</script>', ''],
  ['(((', ''],
]

test('A session is described by browser and device, never by the raw user agent', () => {
  for (const [agent, name] of agents) assert.equal(deviceName(agent), name, agent)
})

test('A device name is short and is computed quickly, whatever is sent', async () => {
  for (const agent of ['x'.repeat(100_000), 'Version/1'.repeat(10_000), ` ${'a '.repeat(50_000)}`]) {
    const ms = await cpuTimeOf(() => assert.ok(deviceName(agent).length <= 60))
    assert.ok(ms < 50, `${ms} ms`)
  }
})
