/** A webhook receiver for tests: what it got, and how it answers. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { whenSent } from '#server/platform/outbox/sender.ts'
import type { TestServer } from '#test/server.ts'
import { sendKind } from '../record-deliveries.ts'

export interface ReceivedRequest {
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly json: {
    id: string
    type: string
    createdAt: string
    tenantId: string
    data: Record<string, unknown>
  }
}

export interface Receiver {
  readonly url: string
  readonly requests: ReceivedRequest[]
  /** requests being answered now, and the maximum so far */
  readonly now: { open: number; most: number }
  answer: (response: ServerResponse, request: ReceivedRequest) => void
}

const yes = (response: ServerResponse): void => void response.writeHead(200).end('thanks')

export const startReceiver = async (): Promise<Receiver> => {
  const requests: ReceivedRequest[] = []
  const now = { open: 0, most: 0 }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    now.open++
    now.most = Math.max(now.most, now.open)
    response.on('close', () => now.open--)
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const text = Buffer.concat(parts).toString()
      const one = { headers: request.headers, text, json: JSON.parse(text) }
      requests.push(one)
      receiver.answer(response, one)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = { url: `http://127.0.0.1:${port}/hooks`, requests, now, answer: yes }
  return receiver
}

/** Resolves when nothing waits, is due or is being sent. */
export const sendAll = async (server: TestServer): Promise<void> => {
  await server.drain()
  await whenSent(server.built.platform, sendKind)
  await server.drain()
}
