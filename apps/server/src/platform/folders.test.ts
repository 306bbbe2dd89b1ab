import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { ConfigError, readConfig } from './config.ts'
import { assertReachable } from './db/reachable.ts'

const area = mkdtempSync(path.join(tmpdir(), 'wk-folders-'))
after(() => rmSync(area, { recursive: true, force: true }))
const file = path.join(area, 'file')
writeFileSync(file, '')

const faultsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
}

test('An unusable folder of a setting is reported once, with the reason', () => {
  const SECRET = 'a secret that is long enough for anybody'
  for (const [folder, reason] of [
    [file, /^is a file, not a folder$/],
    [path.join(file, 'below', 'it'), /^is below a file, not below a folder$/],
    ['/proc/nowhere/at/all', /^cannot be created/],
    ['/proc', /^cannot be (created|written)/],
  ] as const) {
    for (const env of [{ DATA_DIR: folder }, { DATA_DIR: folder, SECRET }]) {
      const [fault = '', ...others] = faultsOf(env)
      assert.deepEqual(others, [])
      assert.ok(fault.startsWith(`DATA_DIR ${folder} `), fault)
      assert.match(fault.slice(`DATA_DIR ${folder} `.length), reason)
    }
    for (const name of ['MAIL_URL', 'STORAGE_URL']) {
      const [fault = ''] = faultsOf({ DATA_DIR: area, [name]: `file:${folder}` })
      assert.ok(fault.startsWith(`${name}: ${folder} `), fault)
    }
  }
})

test('A data folder is created with its parents, and contains only the secret', () => {
  const folder = path.join(area, 'not', 'there', 'yet')
  assert.deepEqual(faultsOf({ DATA_DIR: folder }), [])
  assert.ok(statSync(path.join(folder, 'secret')).isFile())
  assert.deepEqual(faultsOf({ DATA_DIR: folder, MAIL_URL: `file:${folder}/mail` }), [])
  assert.equal(statSync(path.join(folder, 'mail')).mode & 0o777, 0o700)
})

test('If everything is stored elsewhere, DATA_DIR is not needed', () => {
  const elsewhere = {
    SECRET: 'a secret that is long enough for anybody',
    DATABASE_URL: 'postgresql://owner@db.example.com/wellkept',
    MAIL_URL: 'smtp://mail.example.com',
    STORAGE_URL: 's3://bucket',
  }
  assert.deepEqual(faultsOf({ ...elsewhere, DATA_DIR: file }), [])
})

test('Errors in MAIL_URL, MAIL_FROM and STORAGE_URL are reported with all others, without their values', () => {
  const faults = faultsOf({
    DATA_DIR: area,
    PORT: 'pa55w0rd',
    MAIL_URL: 'smtp://me:pa55w0rd%@mail.example.com',
    MAIL_FROM: 'pa55w0rd',
    STORAGE_URL: 's3://bucket?pa55w0rd=1',
  })
  assert.deepEqual(
    faults.map((fault) => fault.split(' ')[0]),
    ['PORT', 'MAIL_URL', 'MAIL_FROM', 'STORAGE_URL'],
  )
  assert.doesNotMatch(faults.join(), /pa55/)
  for (const name of ['MAIL_URL', 'STORAGE_URL'])
    assert.equal(faultsOf({ DATA_DIR: area, [name]: 'file:' }).length, 1, name)
})

test('In production with DATABASE_URL no SECRET is generated: a missing one is an error, unless DATA_DIR has an earlier one', () => {
  const folder = path.join(area, 'second host')
  const env = {
    DATA_DIR: folder,
    NODE_ENV: 'production',
    BASE_URL: 'https://feedback.example.com',
    DATABASE_URL: 'postgresql://owner@db.example.com/wellkept',
  }
  const [fault = '', ...others] = faultsOf(env)
  assert.match(fault, /^SECRET must be set in production/)
  assert.deepEqual([others, existsSync(path.join(folder, 'secret'))], [[], false])
  writeFileSync(path.join(folder, 'secret'), 'x'.repeat(43))
  assert.deepEqual(faultsOf(env), [])
})

test('A DATABASE_URL that does not resolve is reported with host and port, without its password', async () => {
  for (const [url, text] of [
    [
      'postgresql://owner:pa55w0rd@localhost:1/wellkept',
      /^DATABASE_URL: .* localhost:1 .*nothing answers there$/,
    ],
    ['postgresql://owner:pa55w0rd@no-host.invalid/wellkept', /^DATABASE_URL: .* no-host\.invalid:5432 /],
    ['postgresql://owner:pa55/w0rd@host/wellkept', /^DATABASE_URL is not a URL such as /],
  ] as const) {
    await assert.rejects(assertReachable(url), (error: Error) => {
      assert.match(error.message, text)
      assert.doesNotMatch(error.message, /pa55/)
      return true
    })
  }
})
