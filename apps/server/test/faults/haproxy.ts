/** haproxy before two instances, with the lines of docs/running.md. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const docs = path.resolve(import.meta.dirname, '../../../../docs/running.md')

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

export const freePorts = (count: number): Promise<number[]> =>
  Promise.all(Array.from({ length: count }, freePort))

/** The fence of the documentation, with the ports of this test and without https. */
const documentedLines = (port: number, instances: readonly number[]): string => {
  const fence = /```haproxy\n([\s\S]*?)```/.exec(readFileSync(docs, 'utf8'))?.[1]
  if (fence === undefined) throw new Error('docs/running.md has no lines for haproxy')
  const lines = fence.replace(/bind :443.*/, `bind 127.0.0.1:${port}`)
  return instances.reduce(
    (text, own, index) =>
      text.replace(
        `server wellkept${index + 1} 10.0.0.1${index + 1}:3000`,
        `server wellkept${index + 1} 127.0.0.1:${own}`,
      ),
    lines,
  )
}

/** Starts haproxy; resolves when it listens. @throws Error if it is not installed (Debian: `haproxy`) */
export const startHaproxy = async (
  port: number,
  instances: readonly number[],
): Promise<{ stop(): Promise<void> }> => {
  if (spawnSync('haproxy', ['-v']).status !== 0) throw new Error('This test needs haproxy (Debian: haproxy)')
  const folder = mkdtempSync(path.join(tmpdir(), 'wk-haproxy-'))
  const file = path.join(folder, 'haproxy.cfg')
  writeFileSync(file, documentedLines(port, instances))
  const child: ChildProcess = spawn('haproxy', ['-db', '-q', '-f', file], { stdio: 'inherit' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  process.on('exit', () => child.kill('SIGKILL'))
  for (let look = 0; look < 200; look++) {
    if (child.exitCode !== null) throw new Error('haproxy refused the lines of docs/running.md')
    const answers = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined)
    if (answers?.status === 200) break
    await delay(50)
  }
  return {
    stop: async () => {
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
