/** A service that the test controls, and a signed-in person. */
import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ClientSettings, createClient } from '../src/client.ts'
import { ApiError } from '../src/errors.ts'
import { createSessionStore, type Session, type TokenStore } from '../src/session.ts'

export const id = '019aa000-0000-7000-8000-000000000001'

export interface Seen {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

type Answer = (request: Seen, response: ServerResponse) => void

const closers: (() => Promise<void>)[] = []
/** To be called in the `afterEach` of a file. */
export const closeServices = async (): Promise<void> => {
  for (const close of closers.splice(0)) await close()
}

/** A server that answers with `answer` and records its requests. */
export const serve = async (answer: Answer): Promise<{ baseUrl: string; seen: Seen[] }> => {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const one: Seen = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(parts).toString(),
      }
      seen.push(one)
      answer(one, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  )
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

export const reply = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void => {
  response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'r-1', ...headers })
  response.end(JSON.stringify(body))
}
export const refuse = (
  response: ServerResponse,
  status: number,
  code: string,
  headers: Record<string, string> = {},
): void => reply(response, status, { success: false, error: `It is ${code}`, code }, headers)

export const memoryStorage = (): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> => {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
}

export const ana: Session = {
  accessToken: 'access-1',
  refreshToken: 'refresh-1',
  user: { id, email: 'ana@example.org', name: 'Ana', roles: ['ADMIN'] },
}

export const signedIn = (): TokenStore => {
  const tokens = createSessionStore(memoryStorage())
  tokens.write(ana)
  return tokens
}

export const client = (
  baseUrl: string,
  tokens: TokenStore = signedIn(),
  more: Partial<ClientSettings> = {},
) => createClient({ baseUrl, tokens, ...more })

export const rejectsWith = async (
  promise: Promise<unknown>,
  check: (error: ApiError) => void,
): Promise<void> => {
  await assert.rejects(promise, (error: unknown) => {
    assert.ok(error instanceof ApiError)
    check(error)
    return true
  })
}
