/** Mailings created by an administrator, their emails, and addresses whose servers refuse. */
import assert from 'node:assert/strict'
import type { Mailing } from '#contracts/sharing/mailings.ts'
import { type MailMessage, MailRefused } from '#server/platform/mail/message.ts'
import type { TestServer } from '#test/server.ts'
import type { TestTenant } from '#test/world.ts'

export const day = 86_400_000
export const at = '/api/sharing/schedules'

/** @param server a separate one, because its emails are intercepted here */
export const openMailings = (server: TestServer) => {
  /** Addresses that the mail server refuses permanently, with its reply. */
  const dead = new Map<string, string>()
  const { mail } = server.built.platform
  const send = mail.send.bind(mail)
  Object.assign(mail, {
    send: async (message: MailMessage) => {
      const response = dead.get(message.to)
      if (response !== undefined) throw new MailRefused(Object.assign(new Error('Refused'), { response }))
      await send(message)
    },
  })

  let count = 0
  /** As a freshly signed-in member, because the clock moves by days. */
  const call = async <T = Mailing>(
    tenant: TestTenant,
    method: string,
    path: string,
    body?: unknown,
    headers = {},
  ) => server.call<T>(method, path, { token: (await tenant.person(['ADMIN'])).token, body, headers })
  const read = async (tenant: TestTenant, id: string): Promise<Mailing> => {
    const listed = await call<Mailing[]>(tenant, 'GET', at)
    return listed.json.data.find((one) => one.id === id) ?? assert.fail('The mailing is not listed')
  }
  const mailsTo = (email: string): MailMessage[] => server.mails.filter(({ to }) => to === email)
  const pathIn = (message: MailMessage | undefined): string =>
    new URL(/http\S+\/m\/[\w-]+/.exec(message?.text ?? '')?.[0] ?? assert.fail('No link')).pathname
  const press = (path: string, action: string) =>
    server.call('POST', path, {
      body: `action=${action}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })

  return {
    dead,
    call,
    read,
    mailsTo,
    pathIn,
    press,
    address: (): string => `reader-${++count}@example.com`,
    weekly: (recipients: string[], more: object = {}) => ({
      name: 'Monday figures',
      recipients,
      rrule: 'FREQ=WEEKLY;BYDAY=MO',
      contents: ['OVERVIEW', 'ISSUES'],
      ...more,
    }),
    created: async (tenant: TestTenant, body: object): Promise<Mailing> => {
      const reply = await call(tenant, 'POST', at, body)
      assert.equal(reply.status, 201, reply.text)
      return reply.json.data
    },
    /** Only the given addresses, because moving the clock also sends emails of other tests. */
    to: (...emails: string[]): string[] =>
      server.mails.map((message) => message.to).filter((email) => emails.includes(email)),
    confirm: async (email: string): Promise<string> => {
      await server.drain()
      const path = pathIn(mailsTo(email)[0])
      assert.equal((await press(path, 'confirm')).status, 200)
      return path
    },
    /** Moves the clock to the mailing's next time and a moment further. */
    goToNext: async (tenant: TestTenant, id: string): Promise<void> => {
      const [next = ''] = (await read(tenant, id)).next
      server.clock.set(new Date(new Date(next).getTime() + 1000))
      server.mails.splice(0)
      await server.drain()
    },
  }
}
