/** A TCP proxy in front of a store: it can cut connections, stall like a stopped process, or fail like a full Redis. */
import { connect, createServer, type Socket } from 'node:net'

export type ProxyMode = 'open' | 'stalled' | 'cut' | 'full'

export interface TestProxy {
  readonly port: number
  set(mode: ProxyMode): void
  close(): Promise<void>
}

const commands = /(?:^|\r\n)\*\d+\r\n/g

/** @param target a port, or a Unix socket */
export const startProxy = async (
  target: { host: string; port: number } | { path: string },
): Promise<TestProxy> => {
  let mode: ProxyMode = 'open'
  const pairs = new Set<readonly [Socket, Socket]>()
  const server = createServer((client) => {
    if (mode === 'cut') {
      client.destroy()
      return
    }
    const store = connect(target)
    const pair = [client, store] as const
    pairs.add(pair)
    if (mode === 'stalled') client.pause()
    client.on('data', (bytes) => {
      if (mode !== 'full') store.write(bytes)
      else
        for (const _ of bytes.toString('latin1').matchAll(commands))
          client.write('-OOM command not allowed when used memory > maxmemory.\r\n')
    })
    store.on('data', (bytes) => client.write(bytes))
    for (const [one, other] of [pair, [store, client]] as const) {
      one.on('error', () => {})
      one.on('close', () => {
        other.destroy()
        pairs.delete(pair)
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    set: (next) => {
      mode = next
      for (const [client, store] of pairs) {
        if (next === 'cut') {
          client.destroy()
          store.destroy()
        } else if (next === 'stalled') client.pause()
        else client.resume()
      }
    },
    close: async () => {
      for (const [client, store] of pairs) {
        client.destroy()
        store.destroy()
      }
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Where a store listens; the URL of the embedded PostgreSQL has the folder of its Unix socket as host. */
const targetOf = ({ hostname, port }: URL): { host: string; port: number } | { path: string } => {
  const host = decodeURIComponent(hostname)
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port: Number(port) }
}

/** Starts a proxy in front of the address and returns the address of the proxy. */
export const startProxyBefore = async (address: string): Promise<{ url: string; proxy: TestProxy }> => {
  const url = new URL(address)
  const proxy = await startProxy(targetOf(url))
  url.port = String(proxy.port)
  url.hostname = '127.0.0.1'
  return { url: url.href, proxy }
}
