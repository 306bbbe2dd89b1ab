/**
 * The client of docs/guides/python.md as it stands there, against a fresh service. Needs python3, which `.ci/run`
 * looks for.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const root = path.resolve(import.meta.dirname, '..')
const folder = mkdtempSync(path.join(tmpdir(), 'wellkept-python-'))

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      server.close(() => resolve(port))
    })
  })

const post = async <T>(address: string, body: object, token?: string): Promise<T> => {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${address}: ${response.status} ${text}`)
  return (JSON.parse(text) as { data: T }).data
}

/** @returns a key of a new organisation */
const keyOf = async (base: string): Promise<string> => {
  const { tokens } = await post<{ tokens: { accessToken: string } }>(`${base}/api/auth/register`, {
    organisation: 'Python',
    name: 'Ada',
    email: 'ada@example.com',
    password: 'a lamp under the stairs',
  })
  const scopes = ['read', 'write', 'webhooks:manage']
  const made = await post<{ key: string }>(
    `${base}/api/admin/api-keys`,
    { name: 'Python', scopes },
    tokens.accessToken,
  )
  return made.key
}

const page = readFileSync(path.join(root, 'docs/guides/python.md'), 'utf8')
writeFileSync(path.join(folder, 'wellkept.py'), /```python\n(.*?)```/s.exec(page)?.[1] ?? '')
const port = await freePort()
const base = `http://127.0.0.1:${port}`
const service = spawn(process.execPath, ['apps/server/cli.ts', 'start'], {
  cwd: root,
  env: {
    ...process.env,
    PORT: String(port),
    BASE_URL: base,
    DATA_DIR: path.join(folder, 'data'),
    DATABASE_URL: '',
    NODE_ENV: 'development',
    SEED: 'none',
    DEFAULT_PLAN: 'ENTERPRISE',
    WEBHOOK_ALLOW_PRIVATE: 'true',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
  },
  stdio: ['ignore', 'ignore', 'inherit'],
})
const ended = new Promise((resolve) => service.once('exit', resolve))
let [passed, failed] = [0, 0]
try {
  for (let tries = 0; !(await fetch(`${base}/readyz`).catch(() => undefined))?.ok; tries++) {
    if (tries > 600 || service.exitCode !== null) throw new Error('The service did not start')
    await delay(200)
  }
  const key = await keyOf(base)
  const python = spawn('python3', [path.join(root, 'scripts/python/calls.py')], {
    env: { ...process.env, BASE: base, KEY: key, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  python.stdout.on('data', (bytes: Buffer) => {
    text += bytes.toString()
  })
  const code = await new Promise((resolve) => python.once('close', resolve))
  console.log(text.trim())
  passed = text.match(/^ok /gm)?.length ?? 0
  failed = text.match(/^BAD /gm)?.length ?? 0
  if (code !== failed || passed === 0) failed += 1
} finally {
  service.kill('SIGTERM')
  await ended
  rmSync(folder, { recursive: true, force: true })
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
