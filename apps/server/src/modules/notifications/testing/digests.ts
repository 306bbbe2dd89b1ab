/** Digest tests: organisations that get digests, reports in them, and what the emails say. */
import assert from 'node:assert/strict'
import { startSession } from '#server/modules/auth/public.ts'
import { newId } from '#server/platform/ids.ts'
import type { MailMessage } from '#server/platform/mail/transport.ts'
import type { TestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestPerson, type TestPlace, type TestTenant } from '#test/world.ts'

// A plan without SLA clocks: their escalations would send emails when the test moves the clock.
export const plan = 'STARTER'

/** A new session, because moving the clock has expired earlier ones. */
export const tokenOf = (
  tenant: TestTenant,
  { id }: TestPerson,
  role: 'ADMIN' | 'MANAGER' = 'MANAGER',
): Promise<string> =>
  tenant.inside(async (ctx) => (await startSession(ctx, { id, roles: [role] }, 'Test', 'SSO')).accessToken)

export const digestsOf = (server: TestServer) => ({
  to: ({ email }: TestPerson, from: TestServer = server): MailMessage[] =>
    from.mails.filter((mail) => mail.to === email),
  /** Moves the clock and runs what is due then. */
  at: async (time: string): Promise<void> => {
    server.clock.set(new Date(time))
    await server.drain()
  },
  /** With one task, because organisations without any get no digest. */
  open: async (time: string, timeZone = 'Europe/Berlin') => {
    server.clock.set(new Date(time))
    const tenant = await createTenant(server, { plan, timeZone, digests: true })
    const place = await createPlace(server, tenant)
    const task = await server.call('POST', '/api/tasks', {
      token: tenant.manager.token,
      body: { title: 'Fix it', assignee: { userId: tenant.manager.id } },
    })
    assert.equal(task.status, 201, task.text)
    await server.drain()
    return { tenant, place, ...tenant }
  },
})

export interface SubmissionFacts {
  readonly at: Date
  readonly rating: number | null
  readonly counted?: boolean
}
export const insert = (
  tenant: TestTenant,
  { amenityId, buildingId }: TestPlace,
  given: readonly SubmissionFacts[],
) =>
  tenant.inside((ctx) =>
    ctx.run(
      `insert into feedback (tenant_id, id, amenity_id, building_id, rating, source, state, counted, created_at)
       select $1, id, $3, $4, rating, 'x', case when counted then 'VISIBLE' else 'QUARANTINED' end, counted, at
       from unnest($2::uuid[], $5::int[], $6::boolean[], $7::timestamptz[]) as r (id, rating, counted, at)
       returning 1`,
      [
        ctx.tenantId,
        given.map(({ at: time }) => newId(time.getTime())),
        amenityId,
        buildingId,
        given.map(({ rating }) => rating),
        given.map(({ counted }) => counted ?? true),
        given.map(({ at: time }) => time.toISOString()),
      ],
    ),
  )

export interface Line {
  readonly label: string
  readonly n: number
  readonly against: string
  readonly url: string
}
export const linesOf = ({ text }: MailMessage): Line[] =>
  [...text.matchAll(/^(.+): ([\d,]+)(?: \((.+)\))?\n(http\S+)$/gm)].map(
    ([, label = '', n = '', against = '', url = '']) => ({
      label,
      n: Number(n.replace(',', '')),
      against,
      url,
    }),
  )
