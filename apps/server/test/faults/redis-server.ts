/** A Redis of a test's own, to be killed, stopped, emptied and brought back as it was some time ago. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Redis } from 'ioredis'

export const hasRedisServer = spawnSync('redis-server', ['--version']).status === 0

export interface RedisServer {
  readonly port: number
  /** Keeps what it holds, for the next start after a kill. */
  save(): Promise<void>
  flush(): Promise<void>
  signal(name: 'SIGSTOP' | 'SIGCONT'): void
  kill(): Promise<void>
  /** On the same port; with what was saved last. */
  start(): Promise<void>
  end(): Promise<void>
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

export const startRedisServer = async (): Promise<RedisServer> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'wk-redis-'))
  const port = await freePort()
  let child: ChildProcess | undefined
  process.on('exit', () => child?.kill('SIGKILL'))

  const ask = async <T>(work: (client: Redis) => Promise<T>): Promise<T> => {
    const client = new Redis(port, '127.0.0.1', { lazyConnect: true, retryStrategy: () => null })
    client.on('error', () => {})
    try {
      await client.connect()
      return await work(client)
    } finally {
      client.disconnect()
    }
  }

  const server: RedisServer = {
    port,
    save: () => ask(async (client) => void (await client.save())),
    flush: () => ask(async (client) => void (await client.flushall())),
    signal: (name) => void child?.kill(name),
    kill: async () => {
      const ended = new Promise((resolve) => child?.once('exit', resolve))
      child?.kill('SIGKILL')
      await ended
    },
    start: async () => {
      const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder]
      child = spawn('redis-server', settings, { stdio: 'ignore' })
      for (let look = 0; look < 500; look++) {
        if (await ask((client) => client.ping()).catch(() => undefined)) return
        await delay(10)
      }
      throw new Error('redis-server does not answer')
    },
    end: async () => {
      if (child && child.exitCode === null && child.signalCode === null) await server.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await server.start()
  return server
}
