import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import { validate } from 'dockerfile-utils'
import { parse, parseDocument } from 'yaml'
import { renderChart } from './render-chart.ts'

const root = path.dirname(import.meta.dirname)
const deploy = path.join(root, 'deploy')
const chart = path.join(deploy, 'chart')
const read = (file: string): string => readFileSync(path.join(deploy, file), 'utf8')

const settings = {
  BASE_URL: 'https://feedback.example.com',
  DATABASE_URL: 'postgresql://wellkept:secret@db:5432/wellkept',
  SECRET: 'x'.repeat(32),
  MAIL_URL: 'smtps://user:password@mail.example.com',
  MAIL_FROM: 'Facilities <facilities@example.com>',
  STORAGE_URL: 's3://files?region=eu-central-1',
}

/** @returns the values of the chart with these in their place */
const valuesWith = (changed: Record<string, unknown>) => ({ ...parse(read('chart/values.yaml')), ...changed })

test('The Dockerfile has no faults and runs as user 10001 with a health check', () => {
  const text = read('Dockerfile')
  assert.deepEqual(
    validate(text).map(({ message, range }) => `${range.start.line + 1}: ${message}`),
    [],
  )
  assert.match(text, /^USER 10001$/m)
  assert.match(text, /^STOPSIGNAL SIGTERM$/m)
  assert.match(text, /^HEALTHCHECK .*\n.*\/healthz/m)
  for (const [, from] of text.matchAll(/^COPY (?!--from)(.*) \S+$/gm))
    for (const name of (from ?? '').split(' '))
      assert.ok(existsSync(path.join(root, name)), `${name} is copied and does not exist`)
})

test('compose.yaml has at most 40 lines, two services, two volumes and no password of its own', () => {
  const text = read('compose.yaml')
  assert.ok(text.trimEnd().split('\n').length <= 40)
  const document = parseDocument(text)
  assert.deepEqual(document.errors, [])
  const { services, volumes } = document.toJS()
  assert.deepEqual(Object.keys(services), ['app', 'database'])
  assert.deepEqual(Object.keys(volumes), ['data', 'database'])
  for (const name of ['POSTGRES_PASSWORD', 'SECRET']) assert.match(text, new RegExp(`\\$\\{${name}:\\?`))
  assert.equal(services.app.read_only, true)
})

test('The chart takes complete settings, and names what is missing', () => {
  const check = new Ajv({ allErrors: true, strict: false }).compile(
    JSON.parse(read('chart/values.schema.json')),
  )
  assert.ok(check(valuesWith({ settings })), JSON.stringify(check.errors))
  assert.ok(check(valuesWith({ existingSecret: 'ours' })), JSON.stringify(check.errors))
  assert.ok(!check(valuesWith({})))
  const { SECRET: _, ...withoutSecret } = settings
  assert.ok(!check(valuesWith({ settings: withoutSecret })))
  assert.match(JSON.stringify(check.errors), /SECRET/)
  assert.ok(!check(valuesWith({ settings, ingress: { enabled: true } })))
})

test('The chart renders two http instances and a worker with probes, a read-only root and a grace of 15 s', () => {
  const made = renderChart(
    chart,
    valuesWith({ settings, ingress: { enabled: true, host: 'feedback.example.com' } }),
  )
  assert.deepEqual(made.map(({ kind }) => kind).sort(), [
    'Deployment',
    'Deployment',
    'Ingress',
    'PodDisruptionBudget',
    'Secret',
    'Service',
  ])
  const deployments = made.filter(({ kind }) => kind === 'Deployment')
  assert.deepEqual(
    deployments.map(({ metadata, spec }) => [metadata.name, spec.replicas]),
    [
      ['feedback-http', 2],
      ['feedback-worker', 1],
    ],
  )
  for (const { spec } of deployments) {
    const pod = spec.template.spec
    assert.deepEqual(spec.selector.matchLabels, spec.template.metadata.labels)
    assert.equal(pod.terminationGracePeriodSeconds, 15)
    const [container] = pod.containers
    assert.equal(container.readinessProbe.httpGet.path, '/readyz')
    assert.equal(container.livenessProbe.httpGet.path, '/healthz')
    assert.equal(container.securityContext.readOnlyRootFilesystem, true)
    assert.deepEqual(container.envFrom, [{ secretRef: { name: 'feedback' } }])
  }
  const secret = made.find(({ kind }) => kind === 'Secret')
  assert.deepEqual(secret?.stringData, settings)
  const service = made.find(({ kind }) => kind === 'Service')
  assert.deepEqual(service?.spec.selector, deployments[0]?.spec.selector.matchLabels)
  const own = renderChart(chart, valuesWith({ existingSecret: 'ours' }))
  assert.ok(!own.some(({ kind }) => kind === 'Secret' || kind === 'Ingress'))
})

test('The systemd unit is the one of docs/running.md and names files that exist', () => {
  const unit = read('wellkept.service')
  const script = /^ExecStart=\/usr\/bin\/node (\S+)$/m.exec(unit)?.[1]
  assert.ok(script && existsSync(path.join(root, script)))
  const verified = spawnSync('systemd-analyze', ['verify', path.join(deploy, 'wellkept.service')], {
    encoding: 'utf8',
  })
  // A machine without systemd has no such program.
  if (verified.error) assert.match(verified.error.message, /ENOENT/)
  else assert.doesNotMatch(verified.stderr, /wellkept\.service:/)
})

test('The server imports only packages that stay in the image', () => {
  const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const faults: string[] = []
  const files = globSync(
    [
      'apps/server/*.ts',
      'apps/server/src/**/*.ts',
      'packages/{contracts,client,i18n}/src/**/*.ts',
      'seeds/**/*.ts',
    ],
    {
      cwd: root,
      exclude: ['**/*.test.ts', '**/testing/**', '**/vite-*.ts'],
    },
  )
  assert.ok(files.length > 1000)
  for (const file of files)
    for (const [, name = ''] of readFileSync(path.join(root, file), 'utf8').matchAll(
      /^(?:import|export) (?!type ).*from '([^'.#][^']*)'|import\('([^'.#][^']*)'\)/gm,
    )) {
      if (name === '' || name.startsWith('node:')) continue
      const [first = '', second = ''] = name.split('/')
      const owner = first.startsWith('@') ? `${first}/${second}` : first
      if (!(owner in dependencies)) faults.push(`${file}: ${owner}`)
    }
  assert.deepEqual(faults, [])
})
