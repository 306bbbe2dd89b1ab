import assert from 'node:assert/strict'
import { test } from 'node:test'
import { differences } from './testing/naive.ts'

const zones = [
  'Europe/Berlin',
  'Europe/London',
  'Europe/Istanbul',
  'Europe/Chisinau',
  'Atlantic/Azores',
  'America/New_York',
  'America/Los_Angeles',
  'America/St_Johns',
  'America/Havana',
  'America/Santiago',
  'America/Asuncion',
  'America/Nuuk',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Asia/Jerusalem',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Australia/Adelaide',
  'Pacific/Chatham',
]

test('Over ten years of daylight saving in 20 zones no time is missing and none doubled', (t) => {
  const { compared, wrong } = differences(zones, 10)
  t.diagnostic(`${compared} times in ${zones.length} zones compared, ${wrong.length} differ`)
  assert.deepEqual(wrong, [])
})
