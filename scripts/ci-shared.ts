/** With the shared specification beside the checkout: every endpoint of this stage is there, the real data imports. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { endpoints } from '#contracts/all.ts'

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

/** Role, scope, plan and limit of each contract against its line in the list. */
const compareWithList = (): void => {
  const [head = '', ...lines] = readFileSync(path.join(shared, 'spec/endpoints.tsv'), 'utf8')
    .trim()
    .split('\n')
  const names = head.split('\t')
  const list = new Map(
    lines.map((line) => {
      const cells = line.split('\t')
      const row = Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']))
      return [`${row.method} ${row.path}`, row]
    }),
  )
  const faults = endpoints.flatMap((spec) => {
    const row = list.get(`${spec.method} ${spec.path}`)
    if (!row) return [`${spec.method} ${spec.path} is not in the list`]
    const role = spec.access.kind === 'tenant' ? spec.access.role.toLowerCase() : spec.access.kind
    const wanted = row.auth === 'user' ? 'technician' : row.auth
    const scope = spec.access.kind === 'tenant' ? (spec.access.scope ?? '-') : '-'
    return [
      ...(role === wanted ? [] : [`${spec.name}: role ${role}, listed ${row.auth}`]),
      ...(scope === row.scope ? [] : [`${spec.name}: scope ${scope}, listed ${row.scope}`]),
      ...((spec.plan ?? '-') === row.plan
        ? []
        : [`${spec.name}: plan ${spec.plan ?? '-'}, listed ${row.plan}`]),
      // The system module has no bucket of its own: wrong secrets alone are counted.
      ...(spec.limit === (row.auth === 'system' ? 'miss' : row.limit)
        ? []
        : [`${spec.name}: limit ${spec.limit}, listed ${row.limit}`]),
    ]
  })
  check(`${endpoints.length} contracts agree with the list of endpoints`, faults)
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

compareWithList()
await importRealData()
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
