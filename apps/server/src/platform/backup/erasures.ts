/**
 * The erasure list: tenants and people who were erased, by id. A backup from before would bring them back, so a
 * restore erases them again. The table knows all; `erasures.jsonl` beside the backups survives the database.
 */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { Platform } from '../context.ts'
import { newId } from '../ids.ts'
import { isGone } from './copy.ts'
import { erasuresIn } from './layout.ts'

export interface Erasure {
  readonly at: string
  readonly tenant: string
  /** null: the whole tenant */
  readonly person: string | null
}

type Run = (text: string, values: readonly unknown[]) => Promise<unknown>

const rememberText = `insert into erasure (id, at, erased_tenant, erased_person) values ($1, $2, $3, $4)
  on conflict (erased_tenant, erased_person) do nothing`

/** @param run of the transaction that erases */
export const rememberErasure = async (
  run: Run,
  at: Date,
  tenant: string,
  person: string | null,
): Promise<void> => void (await run(rememberText, [newId(at.getTime()), at, tenant, person]))

const keyOf = ({ tenant, person }: Erasure): string => `${tenant} ${person ?? ''}`

/** Of a folder of backups; none if there is no list. */
export const readErasures = async (backupDir: string): Promise<Erasure[]> => {
  const found: Erasure[] = []
  try {
    // The last line may be cut off by a crash; the next backup writes it again.
    for await (const line of createInterface({ input: createReadStream(erasuresIn(backupDir), 'utf8') }))
      if (line.endsWith('}')) found.push(JSON.parse(line) as Erasure)
  } catch (error) {
    if (!isGone(error)) throw error
  }
  return found
}

/** Adds what the list does not have yet. */
export const addErasures = async (backupDir: string, erasures: readonly Erasure[]): Promise<void> => {
  const known = new Set((await readErasures(backupDir)).map(keyOf))
  const more = erasures.filter((one) => !known.has(keyOf(one)))
  if (more.length === 0) return
  const file = await open(erasuresIn(backupDir), 'a', 0o600)
  try {
    // Begins with a line end, so that a line that was cut off spoils no other.
    await file.writeFile(`\n${more.map((one) => JSON.stringify(one)).join('\n')}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** After the commit: what BACKUP_DIR misses now, the next backup writes. */
export const publishErasure = async ({ config, log }: Platform, erasure: Erasure): Promise<void> => {
  if (config.backupDir === undefined) return
  await addErasures(config.backupDir, [erasure]).catch((error: unknown) =>
    log.warn({ err: error }, 'An erasure could not be noted in BACKUP_DIR; the next backup notes it'),
  )
}
