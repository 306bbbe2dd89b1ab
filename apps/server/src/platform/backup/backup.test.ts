import assert from 'node:assert/strict'
import { appendFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { backupFolderFault } from './backup-settings.ts'
import { lastNight, nextNight } from './backup-state.ts'
import { copyFile, walk } from './copy.ts'
import { addErasures, readErasures } from './erasures.ts'
import { filesPart, listBackups } from './layout.ts'
import { makeBackup } from './make-backup.ts'
import { readEnd, readHead, readManifest, writeManifest } from './manifest.ts'
import { filesBefore } from './previous.ts'
import { nextSegment } from './wal.ts'

const area = await mkdtemp(join(tmpdir(), 'wellkept backup '))
after(() => rm(area, { recursive: true, force: true }))

test('A backup is due at 02:00 of the machine, the last one passed and the next', () => {
  const at = (text: string): Date => new Date(text)
  assert.deepEqual(lastNight(at('2027-03-03T01:59:59')), at('2027-03-02T02:00:00'))
  assert.deepEqual(lastNight(at('2027-03-03T02:00:00')), at('2027-03-03T02:00:00'))
  assert.deepEqual(nextNight(at('2027-03-03T02:00:00')), at('2027-03-04T02:00:00'))
  assert.deepEqual(nextNight(at('2027-02-28T23:00:00')), at('2027-03-01T02:00:00'))
})

test('Segments of the log follow each other over the end of a file', () => {
  assert.equal(nextSegment('000000010000000000000005'), '000000010000000000000006')
  assert.equal(nextSegment('0000000100000000000000FF'), '000000010000000100000000')
  assert.throws(() => nextSegment('00000001.history'))
})

test('A manifest is valid JSON, and is read line by line', async () => {
  const folder = await mkdtemp(join(area, 'manifest-'))
  const head = {
    version: '1.0.0',
    startedAt: '2027-03-03T02:00:00.000Z',
    holdsFiles: true,
    holdsSecret: false,
  }
  const manifest = await writeManifest(folder, { ...head, database: null })
  const files = Array.from({ length: 2000 }, (_, n) => ({ path: `files/a "${n}"\n`, bytes: n, sha256: 'ab' }))
  for (const file of files) await manifest.add(file)
  await manifest.end({ endedAt: '2027-03-03T02:01:00.000Z', lastSegment: null })
  await manifest.close()
  const whole = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
  assert.deepEqual([whole.version, whole.lsn, whole.endedAt], ['1.0.0', null, '2027-03-03T02:01:00.000Z'])
  assert.deepEqual(whole.files, files)
  assert.equal((await readHead(folder)).holdsSecret, false)
  assert.equal((await readEnd(folder)).lastSegment, null)
  assert.deepEqual((await Array.fromAsync(readManifest(folder))).slice(0, -1), files)
})

test('What the backup before has is found in step with a walk, if it has as many bytes', async () => {
  const folder = await mkdtemp(join(area, 'step-'))
  const paths = ['a/b', 'a/d', 'a.b', 'c', 'e']
  const files = join(folder, filesPart)
  for (const path of paths) {
    await copyFile(import.meta.filename, join(files, path))
  }
  const walked = (await Array.fromAsync(walk(files))).map(({ path }) => path)
  assert.deepEqual([...walked].sort(), [...paths].sort())
  const manifest = await writeManifest(folder, {
    version: '1',
    startedAt: '',
    database: null,
    holdsFiles: true,
    holdsSecret: false,
  })
  for (const path of walked.filter((path) => path !== 'c'))
    await manifest.add({ path: `${filesPart}/${path}`, bytes: path === 'a/d' ? 1 : 7, sha256: path })
  await manifest.end({ endedAt: '', lastSegment: null })
  await manifest.close()
  const before = filesBefore(folder)
  const known: (string | undefined)[] = []
  for (const path of walked) known.push((await before(`${filesPart}/${path}`, 7))?.sha256)
  assert.deepEqual(
    known,
    walked.map((path) => (path === 'c' || path === 'a/d' ? undefined : path)),
  )
})

test('Erasures are listed once, and a line that was cut off spoils no other', async () => {
  const folder = await mkdtemp(join(area, 'list-'))
  assert.deepEqual(await readErasures(folder), [])
  const one = { at: '2027-03-03T02:00:00.000Z', tenant: 't1', person: null }
  const other = { at: '2027-03-03T02:00:01.000Z', tenant: 't1', person: 'p1' }
  await addErasures(folder, [one])
  await appendFile(join(folder, 'erasures.jsonl'), '{"at":"2027-03-03T02:0')
  await addErasures(folder, [one, other])
  assert.deepEqual(await readErasures(folder), [one, other])
})

test('BACKUP_DIR is neither in DATA_DIR nor above it', async () => {
  assert.match(backupFolderFault(join(area, 'data', 'backups'), join(area, 'data')) ?? '', /^must not be in/)
  assert.match(backupFolderFault(area, join(area, 'data')) ?? '', /^must not be above/)
  assert.equal(backupFolderFault(join(area, 'backups'), join(area, 'data')), undefined)
})

test('Files are linked and not stored again, interrupted backups go, and the newest are kept', async () => {
  const [dataDir, backupDir] = [join(area, 'own'), join(area, 'kept')]
  const filesFolder = join(dataDir, 'files')
  await mkdir(join(filesFolder, '0a', 'photos'), { recursive: true })
  await mkdir(join(filesFolder, 'unfinished'))
  await writeFile(join(filesFolder, '0a', 'photos', 'one.jpg'), 'a photo')
  await writeFile(join(filesFolder, 'unfinished', 'half'), 'half a photo')
  await writeFile(join(dataDir, 'secret'), 'a secret')
  await mkdir(join(backupDir, '2020-01-01T02-00-00Z.partial'), { recursive: true })
  for (const day of ['01', '02']) {
    const folder = join(backupDir, `2020-02-${day}T02-00-00Z`)
    await mkdir(folder)
    const manifest = await writeManifest(folder, {
      version: '1',
      startedAt: '',
      database: null,
      holdsFiles: true,
      holdsSecret: false,
    })
    await manifest.end({ endedAt: '', lastSegment: null })
    await manifest.close()
  }
  const job = { backupDir, dataDir, filesFolder, filesOnly: true, takesSecret: true, keep: 2 }
  const made = await makeBackup(job)
  assert.deepEqual([made.files, made.bytes, made.kept], [2, 15, 2])
  const names = (await listBackups(backupDir)).map(({ name }) => name)
  assert.deepEqual(names, ['2020-02-02T02-00-00Z', made.name])
  const photo = await stat(join(backupDir, made.name, filesPart, '0a', 'photos', 'one.jpg'))
  assert.equal(photo.ino, (await stat(join(filesFolder, '0a', 'photos', 'one.jpg'))).ino)
  assert.equal((await stat(join(backupDir, made.name, 'secret'))).mode & 0o777, 0o600)
  await assert.rejects(stat(join(backupDir, '2020-01-01T02-00-00Z.partial')))
})

test('One backup runs at a time', async () => {
  const backupDir = await mkdtemp(join(area, 'twice-'))
  const job = {
    backupDir,
    dataDir: area,
    filesFolder: undefined,
    filesOnly: true,
    takesSecret: false,
    keep: 2,
  }
  const results = await Promise.allSettled([makeBackup(job), makeBackup(job)])
  assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  const [refused] = results.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
  assert.match(refused ?? '', /Another backup to .* is running/)
})
