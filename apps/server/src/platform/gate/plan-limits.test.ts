import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modules } from '../../../modules.ts'
import { collectCounts } from './plan-limits.ts'

test('Each plan limit is counted by one module, and a service without that module does not start', () => {
  const parts = modules.map(({ counts }) => counts)
  const { members } = collectCounts(parts)
  assert.match(members.text, /from app_user/)
  assert.throws(() => collectCounts([...parts, { members }]), /members of the plan are counted by 2 modules/)
  const without = parts.filter((part) => part.members === undefined)
  assert.throws(() => collectCounts(without), /members of the plan are counted by 0 modules/)
})
