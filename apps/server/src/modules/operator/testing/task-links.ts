/** What the tests of task links share: an operator without an account, their mail, and the page's forms as a browser sends them. */
import assert from 'node:assert/strict'
import sharp from 'sharp'
import type { Task } from '#contracts/tasks/records.ts'
import { makeTask } from '#server/modules/tasks/testing/test-tasks.ts'
import type { TestServer } from '#test/server.ts'
import type { TestTenant } from '#test/world.ts'
import { makeOperator } from './test-operators.ts'

export interface Page {
  readonly status: number
  readonly html: string
  readonly location: string | null
  readonly headers: Headers
}

interface Sent {
  readonly headers?: Record<string, string>
  readonly method?: string
}

const linkIn = (text: string): string => /\/o\/([\w-]+)/.exec(text)?.[1] ?? ''

/** A photo as from a phone. */
export const picture = async (): Promise<Blob> =>
  new Blob(
    [
      new Uint8Array(
        await sharp({ create: { width: 60, height: 40, channels: 3, background: '#456' } })
          .jpeg()
          .toBuffer(),
      ),
    ],
    { type: 'image/jpeg' },
  )

let count = 0

export const openTaskLinks = (server: TestServer) => {
  const ask = async (path: string, init: RequestInit = {}): Promise<Page> => {
    const answer = await fetch(server.base + path, { redirect: 'manual', ...init })
    return {
      status: answer.status,
      html: await answer.text(),
      location: answer.headers.get('location'),
      headers: answer.headers,
    }
  }
  const read = (token: string, { headers = {}, method = 'GET' }: Sent = {}, query = ''): Promise<Page> =>
    ask(`/o/${token}${query}`, { method, headers })

  /** Submits a form of the current page, with these values. */
  const send = (
    token: string,
    fields: Readonly<Record<string, string>>,
    { headers = {} }: Sent = {},
  ): Promise<Page> =>
    ask(`/o/${token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(fields).toString(),
    })

  const photo = (
    token: string,
    file: Blob | undefined,
    fields: Readonly<Record<string, string>> = {},
    { headers = {} }: Sent = {},
  ): Promise<Page> => {
    const form = new FormData()
    for (const [name, value] of Object.entries({ act: 'photo', ...fields })) form.append(name, value)
    form.append('photo', file ?? new Blob([]), 'photo.jpg')
    return ask(`/o/${token}`, { method: 'POST', headers, body: form })
  }

  /** Links emailed to an address so far, oldest first; sends waiting ones. */
  const mailed = async (email: string): Promise<string[]> => {
    await server.drain()
    server.clock.advance(2 * 60_000)
    await server.drain()
    return server.mails.filter(({ to }) => to === email).map(({ text }) => linkIn(text))
  }

  /** An operator with an address and no account, with one task and its emailed link. */
  const withTask = async (tenant: TestTenant, task: Record<string, unknown> = {}, operator = {}) => {
    const email = `operator-${++count}-${tenant.id.slice(-6)}@example.com`
    const person = await makeOperator(server, tenant, { name: 'Olga', email, ...operator })
    const made = await makeTask(server, tenant.manager, { assignee: { operatorId: person.id }, ...task })
    const [token = ''] = await mailed(email)
    assert.notEqual(token, '', 'no link was mailed')
    return { operator: person, email, task: made, token }
  }

  const taskOf = async (tenant: TestTenant, id: string): Promise<Task> =>
    (await server.call<Task>('GET', `/api/tasks/${id}`, { token: tenant.manager.token })).json.data

  return { read, send, photo, mailed, withTask, taskOf }
}
