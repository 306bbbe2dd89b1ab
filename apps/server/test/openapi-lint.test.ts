/** The OpenAPI document against the rules of a linter that others run on it. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { endpoints } from '#contracts/all.ts'
import { openApiOf } from '#server/platform/http/openapi.ts'

const folder = mkdtempSync(join(tmpdir(), 'openapi-lint-'))
after(() => rmSync(folder, { recursive: true }))

const linter = join(
  dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')),
  'bin/cli.js',
)

/** Beside the recommended rules those that Spectral recommends as well. */
const rules = {
  'info-contact': 'error',
  'operation-description': 'error',
  'operation-tag-defined': 'error',
  'tag-description': 'error',
}

interface Problem {
  readonly ruleId: string
  readonly message: string
  readonly location: readonly { readonly pointer: string }[]
}

const exempt: Readonly<Record<string, readonly string[]>> = {
  // A browser is sent on: 302 is the successful answer, which OpenAPI allows.
  'operation-2xx-response': endpoints
    .filter(({ redirect }) => redirect)
    .map(({ method, path }) => `#/paths/${path.replaceAll('/', '~1')}/${method.toLowerCase()}/responses`),
  // Addresses of the specification; an id is a UUID and never `by-code`.
  'no-ambiguous-paths': ['by-code~1{qrCode}', '{id}~1history'].map(
    (end) => `#/paths/~1api~1scout~1amenities~1${end}`,
  ),
}

const lint = async (document: object): Promise<readonly string[]> => {
  const [input, config] = [join(folder, 'openapi.json'), join(folder, 'redocly.yaml')]
  writeFileSync(input, JSON.stringify(document))
  writeFileSync(config, JSON.stringify({ extends: ['recommended'], rules }))
  const output = await new Promise<string>((resolve) => {
    execFile(
      process.execPath,
      [linter, 'lint', input, '--config', config, '--format', 'json', '--max-problems', '1000'],
      {
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
        maxBuffer: 64 * 1024 * 1024,
      },
      (_error, stdout) => resolve(stdout),
    )
  })
  const { problems } = JSON.parse(output) as { problems: readonly Problem[] }
  return problems.flatMap(({ ruleId, message, location }) => {
    const pointer = location[0]?.pointer ?? ''
    return exempt[ruleId]?.includes(pointer) ? [] : [`${ruleId} ${pointer}: ${message}`]
  })
}

test('A linter finds nothing in the OpenAPI document, and does find what is wrong', async () => {
  const document = openApiOf(endpoints, 'https://wellkept.test', '1.0.0') as {
    paths: Record<string, { get?: object }>
  }
  assert.deepEqual(await lint(document), [])
  const me = document.paths['/api/auth/me']
  assert.ok(me?.get)
  const wrong = {
    ...document,
    paths: { '/api/auth/me': { get: { ...me.get, description: '', tags: ['nobody'] } } },
  }
  const found = (await lint(wrong)).map((problem) => problem.split(' ')[0])
  for (const rule of ['operation-description', 'operation-tag-defined']) assert.ok(found.includes(rule), rule)
})
