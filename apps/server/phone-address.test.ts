import assert from 'node:assert/strict'
import type { NetworkInterfaceInfo } from 'node:os'
import { test } from 'node:test'
import { phoneHelp } from './phone-address.ts'

const card = (address: string, internal = false): NetworkInterfaceInfo => ({
  address,
  internal,
  family: 'IPv4',
  netmask: '255.255.255.0',
  mac: '00:00:00:00:00:00',
  cidr: null,
})
const interfaces = {
  lo: [card('127.0.0.1', true)],
  docker0: [card('172.17.0.1')],
  wlan0: [card('192.168.1.5'), { ...card('fe80::1'), family: 'IPv6' as const, scopeid: 2 }],
}
const local = { host: '127.0.0.1', port: 3000, baseUrl: 'http://localhost:3000' }

test('Where BASE_URL is this machine, the start names the address that phones in this network can open', () => {
  assert.match(
    phoneHelp(local, interfaces),
    /HOST=0\.0\.0\.0 BASE_URL=http:\/\/192\.168\.1\.5:3000 npm start/,
  )
  assert.doesNotMatch(phoneHelp(local, interfaces), /172\.17|127\.0\.0\.1|fe80/)
  assert.doesNotMatch(phoneHelp({ ...local, host: '0.0.0.0' }, interfaces), /HOST=/)
})

test('Without another network it names no address, and where phones can open BASE_URL it says nothing', () => {
  assert.doesNotMatch(phoneHelp(local, { lo: interfaces.lo }), /BASE_URL=/)
  assert.equal(phoneHelp({ ...local, baseUrl: 'https://feedback.example.com' }, interfaces), '')
})
