/** A webhook receiver that counts deliveries by id; slow, so that senders are killed while they send. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Receiver {
  readonly url: string
  /** complete deliveries by `webhook-id` */
  readonly received: Map<string, number>
  close(): Promise<void>
}

export const openReceiver = async (answersAfterMs: number): Promise<Receiver> => {
  const received = new Map<string, number>()
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      const id = String(request.headers['webhook-id'])
      received.set(id, (received.get(id) ?? 0) + 1)
      setTimeout(() => response.writeHead(204).end(), answersAfterMs)
    })
    request.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    received,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
