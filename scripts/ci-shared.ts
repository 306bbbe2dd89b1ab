/**
 * Checks against the shared specification beside the checkout: its list of endpoints equals ours, and its real data
 * can be imported.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const shared = path.resolve(root, '../shared')
let failed = 0
let passed = 0

const check = (title: string, faults: readonly string[]): void => {
  if (faults.length === 0) passed++
  else failed++
  console.log(`${faults.length === 0 ? 'ok ' : 'BAD'} ${title}`)
  for (const fault of faults.slice(0, 20)) console.log(`    ${fault}`)
}

/** Tests compare the contracts with a copy of the list; this compares the copy with the list. */
const compareLists = (): void => {
  const read = (file: string): string => readFileSync(file, 'utf8').trim()
  const same =
    read(path.join(shared, 'spec/endpoints.tsv')) ===
    read(path.join(root, 'packages/contracts/endpoints.tsv'))
  check(
    'the list of endpoints is the specification’s',
    same ? [] : ['packages/contracts/endpoints.tsv differs'],
  )
}

const run = (args: readonly string[], env: Record<string, string>): Promise<{ code: number; text: string }> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, ...env } })
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    child.stderr.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    child.once('exit', (code) => resolve({ code: code ?? 1, text }))
  })

const importRealData = async (): Promise<void> => {
  const file = path.join(shared, 'data/nyc-public-restrooms.csv')
  if (!existsSync(file)) return
  const dataDir = mkdtempSync(path.join(tmpdir(), 'wellkept-ci-'))
  try {
    const env = { DATA_DIR: dataDir, SEED: 'demo', DATABASE_URL: '', NODE_ENV: 'development' }
    const first = await run(['apps/server/cli.ts', 'seed'], env)
    check('the demo tenant is made', first.code === 0 ? [] : [first.text.slice(-800)])
    const imported = await run(['apps/server/cli.ts', 'import', file], env)
    check(
      'the real data set is imported without an error',
      imported.code === 0 && / 0 with errors/.test(imported.text) ? [] : [imported.text.slice(-800)],
    )
    const again = await run(['apps/server/cli.ts', 'import', file], env)
    check(
      'a second run changes nothing',
      /\b0 created, 0 updated, /.test(again.text) ? [] : [again.text.slice(-800)],
    )
    console.log(imported.text.trim().split('\n').at(-1), '|', again.text.trim().split('\n').at(-1))
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

compareLists()
await importRealData()
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
