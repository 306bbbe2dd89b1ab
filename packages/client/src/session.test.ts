import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as tasks from '#contracts/tasks.ts'
import { scouts, staff } from './realms.ts'
import { createSessionStore, type Session } from './session.ts'
import { slimModule } from './slim-contracts.ts'
import { newId } from './unique-id.ts'

const session: Session = {
  accessToken: 'a',
  refreshToken: 'r',
  user: { id: '1', email: 'ana@example.org', roles: ['MANAGER'] },
}

test('a session is read as it was written, and is gone when cleared', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const received: (Session | undefined)[] = []
  let ring = (_: string | null): void => {}
  const store = createSessionStore(storage, (listener) => {
    ring = listener
    return () => {}
  })
  const end = store.subscribe((value) => received.push(value))
  store.write(session)
  assert.deepEqual(store.read(), session)
  kept.delete(staff.key)
  ring(staff.key)
  ring('another key')
  store.clear()
  end()
  store.write(session)
  assert.deepEqual(received, [session, undefined, undefined])
})

test('an invalid session counts as none', () => {
  for (const text of [
    '',
    'null',
    '{}',
    '[]',
    '{"accessToken":1}',
    '{"accessToken":"a","refreshToken":"r","user":{}}',
  ]) {
    const store = createSessionStore({ getItem: () => text, setItem: () => {}, removeItem: () => {} })
    assert.equal(store.read(), undefined, text)
  }
})

test('if the browser refuses to store, the session stays for this page', () => {
  const refuse = (): never => {
    throw new DOMException('no', 'SecurityError')
  }
  const store = createSessionStore({ getItem: refuse, setItem: refuse, removeItem: refuse })
  store.write(session)
  assert.deepEqual(store.read(), session)
  store.clear()
  assert.equal(store.read(), undefined)
})

test('ids are unique UUIDs of version 4, also without randomUUID', () => {
  const plain = { getRandomValues: crypto.getRandomValues.bind(crypto) }
  const ids = new Set(Array.from({ length: 1000 }, () => newId(plain)))
  assert.equal(ids.size, 1000)
  for (const id of ids)
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('a slim contract keeps how to call and drops every schema', () => {
  const text = slimModule(tasks)
  assert.match(text, /export const createTask = .*"method":"POST","path":"\/api\/tasks".*"idempotent":true/)
  assert.match(text, /export const listTasks = .*"list":true/)
  assert.doesNotMatch(text, /properties|minLength/)
  assert.ok(text.length < 6000, String(text.length))
})

test('an app that asks for inputs gets the query schemas for lists and the bounds of bodies for forms, but no answers', () => {
  const text = slimModule(tasks, true)
  assert.match(text, /export const listTasks = .*"query":\{.*"sort":\{"enum":\[/)
  assert.match(text, /export const createTask = .*"body":\{.*"title":\{"maxLength":120\}/)
  assert.doesNotMatch(text, /minLength|x-text|"data"/)
})

test('people of two realms stay signed in side by side on one device', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const [technician, scout] = [createSessionStore(storage), createSessionStore(storage, undefined, scouts)]
  technician.write(session)
  scout.write({ ...session, accessToken: 'scout' })
  assert.equal(technician.read()?.accessToken, session.accessToken)
  scout.clear()
  assert.deepEqual(technician.read(), session)
  assert.equal(scout.read(), undefined)
})
