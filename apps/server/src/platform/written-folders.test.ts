import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { readConfig } from './config.ts'
import { writtenFolders } from './written-folders.ts'

const area = mkdtempSync(path.join(tmpdir(), 'wk-written-'))
after(() => rmSync(area, { recursive: true, force: true }))
const SECRET = 'a secret that is long enough for anybody'
const DATA_DIR = path.join(area, 'data')
const foldersOf = (env: Record<string, string>): string[] =>
  writtenFolders(readConfig({ DATA_DIR, SECRET, ...env }))

test('The disks of files and emails are watched, also outside of DATA_DIR', () => {
  const files = path.join(area, 'large disk')
  const mails = path.join(area, 'mails')
  const found = foldersOf({ STORAGE_URL: `file:${files}`, MAIL_URL: `file:${mails}` })
  assert.deepEqual(found, [DATA_DIR, files, mails])
})

test('Folders inside DATA_DIR are reported once, as DATA_DIR', () => {
  assert.deepEqual(foldersOf({}), [DATA_DIR])
  for (const name of ['files', 'mail']) mkdirSync(path.join(DATA_DIR, name), { recursive: true })
  assert.deepEqual(foldersOf({}), [DATA_DIR])
  assert.deepEqual(foldersOf({ STORAGE_URL: `file:${DATA_DIR}` }), [DATA_DIR])
})

test('If everything is stored elsewhere and DATA_DIR does not exist, the disk of its parent is checked', () => {
  const elsewhere = {
    DATABASE_URL: 'postgresql://owner@db.example.com/wellkept',
    MAIL_URL: 'smtp://mail.example.com',
    STORAGE_URL: 's3://bucket',
  }
  assert.deepEqual(foldersOf({ ...elsewhere, DATA_DIR: path.join(area, 'never', 'made') }), [area])
})
