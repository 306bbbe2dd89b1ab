/** A Redis for a test, to be killed, stopped, filled and emptied. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { Redis } from 'ioredis'

export const hasRedisServer = spawnSync('redis-server', ['--version']).status === 0

export interface RedisServer {
  readonly port: number
  send(command: string, ...values: string[]): Promise<unknown>
  signal(name: 'SIGSTOP' | 'SIGCONT'): void
  /** Resolves when it has ended; its data is lost. */
  kill(): Promise<void>
  /** On the same port. */
  start(): Promise<void>
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

export const startRedisServer = async (): Promise<RedisServer> => {
  const port = await freePort()
  let child: ChildProcess | undefined
  process.on('exit', () => child?.kill('SIGKILL'))

  const send = async (command: string, ...values: string[]): Promise<unknown> => {
    const client = new Redis(port, '127.0.0.1', { lazyConnect: true, retryStrategy: () => null })
    client.on('error', () => {})
    try {
      await client.connect()
      return await client.call(command, ...values)
    } finally {
      client.disconnect()
    }
  }

  const server: RedisServer = {
    port,
    send,
    signal: (name) => void child?.kill(name),
    kill: async () => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const ended = new Promise((resolve) => child?.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
    },
    start: async () => {
      const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', tmpdir()]
      child = spawn('redis-server', settings, { stdio: 'ignore' })
      for (let look = 0; look < 500; look++) {
        if (await send('ping').catch(() => undefined)) return
        await delay(10)
      }
      throw new Error('redis-server does not answer')
    },
  }
  await server.start()
  return server
}
