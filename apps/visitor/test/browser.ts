/** Launches Chromium, and a fake service for tests. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, chromium as playwright } from 'playwright-core'
import { chromiumPath } from '../../../scripts/chromium.ts'

/** The installed Chromium, else the one from the lock file. */
export const launch = async (): Promise<Browser> => playwright.launch(await chromiumPath())

export interface Received {
  readonly method: string
  readonly url: string
  readonly type: string
  readonly body: string
}

export interface Answer {
  readonly status: number
  readonly headers?: Record<string, string>
  readonly body: string
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('latin1')
}

/** `answer` returns the response to each request; null breaks the connection. Records all requests with a body. */
export const serve = async (answer: (request: Received) => Answer | null | Promise<Answer | null>) => {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request).catch(() => '')
    const heard = {
      method: request.method ?? '',
      url: request.url ?? '',
      type: request.headers['content-type'] ?? '',
      body,
    }
    if (heard.method !== 'GET') received.push(heard)
    const said = await answer(heard)
    if (!said) return response.destroy()
    response.writeHead(said.status, said.headers).end(said.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    received,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
