/** Share links and their visits, through this module's public functions on the real application. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { NewShareLink } from '#contracts/sharing/links.ts'
import type { SharedView } from '#contracts/sharing/view.ts'
import type { PublicContext } from '#server/platform/context.ts'
import { kyselyOver } from '#server/platform/db/named-dialect.ts'
import { inTenant } from '#server/platform/db/tenant-db.ts'
import type { Reply, TestServer } from '#test/server.ts'
import type { TestTenant } from '#test/world.ts'
import { type OpenedShare, openShare, unlockShare } from '../public.ts'

/** The context that pages run in; the pages' own tests use HTTP. */
export const visitorOf = (server: TestServer): PublicContext => {
  const { platform } = server.built
  const now = server.clock.now()
  return {
    platform,
    requestId: randomUUID(),
    now,
    source: 'test',
    idempotencyKey: undefined,
    userAgent: '',
    cookie: () => undefined,
    bearer: undefined,
    knowsDevice: () => false,
    suspicion: undefined,
    visit: false,
    directory: kyselyOver(platform.databases.app),
    inTenant: (tenantId, mode, work) =>
      inTenant(platform.databases.app, tenantId, mode, (transaction) =>
        work({
          ...transaction,
          platform,
          requestId: 'test',
          now,
          tenantId,
          actor: { kind: 'VISITOR', id: 'test', name: 'Visitor' },
        }),
      ),
    writeOnce: () => {
      throw new Error('Share pages write without an idempotency key')
    },
  }
}

export const openStage = (server: TestServer) => {
  const create = (tenant: TestTenant, body: object = {}): Promise<Reply<NewShareLink>> =>
    server.call<NewShareLink>('POST', '/api/sharing/links', {
      token: tenant.admin.token,
      body: { kind: 'DASHBOARD', name: 'For the landlord', ...body },
    })
  return {
    create,
    created: async (tenant: TestTenant, body: object = {}): Promise<NewShareLink> => {
      const reply = await create(tenant, body)
      assert.equal(reply.status, 201, reply.text)
      return reply.json.data
    },
    visit: (token: string, viewSession?: string, more: object = {}): Promise<OpenedShare> =>
      openShare(visitorOf(server), { token, viewSession, languageAmong: () => 'en', ...more }),
    unlock: (token: string, password: string): Promise<OpenedShare> =>
      unlockShare(visitorOf(server), { token, viewSession: undefined, languageAmong: () => 'en' }, password),
  }
}

/** @throws unless it is open */
export const viewOf = ({ page }: OpenedShare): SharedView => {
  assert.equal(page.state, 'OPEN', JSON.stringify(page))
  return page.state === 'OPEN' ? page.view : assert.fail()
}
