import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Client } from '#client/client.ts'
import { ApiError } from '#client/errors.ts'
import type { Session, TokenStore } from '#client/session.ts'
import { getMe, type Me } from '#contracts/auth.ts'
import { createAccount } from '../src/data/account.ts'

const user = { id: 'me', name: 'Ana' }
const tenant = { photoRequiredToFinish: false }

/** A fake service with one record; a test decides when and in which order it responds. */
const openService = () => {
  let version = 1
  const waiting: (() => void)[] = []
  const me = () => ({ user, tenant: { ...tenant }, version }) as unknown as Me
  const answer = async (read: () => Me): Promise<Me> => {
    const content = read()
    await new Promise<void>((resolve) => waiting.push(resolve))
    return content
  }
  const call = (endpoint: unknown, _input: unknown, options?: { ifMatch?: number }): Promise<Me> =>
    answer(() => {
      if (endpoint === getMe) return me()
      if (options?.ifMatch !== undefined && options.ifMatch !== version)
        throw new ApiError({ status: 412, code: 'PRECONDITION_FAILED', message: 'changed' })
      version++
      return me()
    })
  const session = { user } as unknown as Session
  const sessions: TokenStore = {
    read: () => session,
    write: () => {},
    clear: () => {},
    subscribe: () => () => {},
  }
  return {
    account: createAccount({ call } as unknown as Client, sessions),
    /** responds until there are no more requests */
    settle: async (): Promise<void> => {
      for (let quiet = 0; quiet < 3; quiet++) {
        await new Promise((resolve) => setImmediate(resolve))
        if (waiting.length > 0) quiet = -1
        waiting.shift()?.()
      }
    },
    /** responds to the request with this index */
    release: (index: number): void => waiting.splice(index, 1)[0]?.(),
    changeElsewhere: (): void => {
      version++
    },
  }
}

const loaded = async () => {
  const service = openService()
  const reading = service.account.load()
  await service.settle()
  await reading
  return service
}

test('A tick and a form that is sent right after it are no conflict with each other', async () => {
  const { account, settle } = await loaded()
  const saves = [
    account.save({ notifications: { taskNew: { mail: false } } }),
    account.save({ quietHours: null }, 1),
    account.save({ name: 'Ana Lind' }, 1),
  ]
  await settle()
  await Promise.all(saves)
  assert.equal(account.record.get()?.version, 4)
})

test('A change elsewhere is still a conflict, also when an own tick came after it', async () => {
  const { account, settle, changeElsewhere } = await loaded()
  changeElsewhere()
  const tick = account.save({ notifications: { taskNew: { mail: false } } })
  const form = account.save({ quietHours: null }, 1)
  const refused = assert.rejects(
    form,
    (error) => error instanceof ApiError && error.code === 'PRECONDITION_FAILED',
  )
  await settle()
  await tick
  await refused
  const again = account.save({ quietHours: null }, 3)
  await settle()
  await again
  assert.equal(account.record.get()?.version, 4)
})

test('A reading that was begun before a change and arrives after its answer takes nothing back', async () => {
  const { account, settle, release } = await loaded()
  const reading = account.load()
  const saving = account.save({ name: 'Ana Lind' }, 1)
  await new Promise((resolve) => setImmediate(resolve))
  release(1)
  await saving
  assert.equal(account.record.get()?.version, 2)
  release(0)
  await settle()
  await reading
  assert.equal(account.record.get()?.version, 2)
})

test('Whoever was made a manager is one here as soon as the record is read', async () => {
  let session = { user: { ...user, roles: ['TECHNICIAN'] } } as unknown as Session
  const sessions: TokenStore = {
    read: () => session,
    write: (written) => {
      session = written
    },
    clear: () => {},
    subscribe: () => () => {},
  }
  const me = { user: { ...user, roles: ['TECHNICIAN', 'MANAGER'] }, tenant, version: 2 } as unknown as Me
  await createAccount({ call: async () => me } as unknown as Client, sessions).load()
  assert.deepEqual(session.user.roles, ['TECHNICIAN', 'MANAGER'])
})

test('Whether a photo is needed to finish is known as soon as the record is read', async () => {
  const { account, settle } = openService()
  for (const needed of [true, false]) {
    tenant.photoRequiredToFinish = needed
    const reading = account.load()
    await settle()
    await reading
    assert.equal(account.photoNeeded.get(), needed)
  }
})
