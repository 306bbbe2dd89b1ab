/**
 * `manifest.json` of a backup: valid JSON with one file on each line, so that it is written and read without holding
 * all of them.
 */
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const FILE = 'manifest.json'

export interface ManifestHead {
  /** of the program */
  readonly version: string
  readonly startedAt: string
  /** null: the database is outside and not in the backup */
  readonly database: {
    /** major version */
    readonly postgres: string
    /** the newest one applied */
    readonly migration: string
    /** where recovery begins */
    readonly lsn: string
    readonly firstSegment: string
    /** folder below `wal` that continues it; null: nothing is archived */
    readonly wal: string | null
  } | null
  /** whether uploaded files are in it; otherwise they are in a bucket */
  readonly holdsFiles: boolean
  /** whether SECRET is in it; otherwise it came from the environment */
  readonly holdsSecret: boolean
}

export interface ManifestFile {
  readonly path: string
  readonly bytes: number
  readonly sha256: string
}

export interface ManifestEnd {
  /** from here on it can be restored */
  readonly endedAt: string
  readonly lastSegment: string | null
}

export interface ManifestWriter {
  add(file: ManifestFile): Promise<void>
  end(end: ManifestEnd): Promise<void>
  close(): Promise<void>
}

export const writeManifest = async (folder: string, head: ManifestHead): Promise<ManifestWriter> => {
  const { database, ...rest } = head
  // Migration and position stand at the top too, where tools look for them.
  const top = { ...rest, migration: database?.migration ?? null, lsn: database?.lsn ?? null, database }
  const handle: FileHandle = await open(join(folder, FILE), 'wx', 0o600)
  await handle.writeFile(`${JSON.stringify(top).slice(0, -1)},"files":[`)
  let between = '\n'
  let waiting = ''
  const flush = async (): Promise<void> => {
    await handle.writeFile(waiting)
    waiting = ''
  }
  return {
    add: async (file) => {
      waiting += between + JSON.stringify(file)
      between = ',\n'
      if (waiting.length > 1 << 16) await flush()
    },
    end: async (end) => {
      waiting += `\n],${JSON.stringify(end).slice(1)}\n`
      await flush()
      await handle.sync()
    },
    close: () => handle.close(),
  }
}

const linesOf = (folder: string) => {
  const stream = createReadStream(join(folder, FILE), 'utf8')
  return { stream, lines: createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }) }
}

/** @throws SyntaxError for a damaged one */
export const readHead = async (folder: string): Promise<ManifestHead> => {
  const { stream, lines } = linesOf(folder)
  try {
    for await (const line of lines) return JSON.parse(`${line}]}`) as ManifestHead
    throw new SyntaxError('The manifest is empty')
  } finally {
    stream.destroy()
  }
}

/** Its files in their order, and at last its end. */
export async function* readManifest(folder: string): AsyncGenerator<ManifestFile | ManifestEnd> {
  const { stream, lines } = linesOf(folder)
  try {
    let isHead = true
    for await (const line of lines) {
      if (isHead) isHead = false
      else if (line.startsWith(']')) yield JSON.parse(`{"x":[${line}`) as ManifestEnd
      else yield JSON.parse(line.replace(/,$/, '')) as ManifestFile
    }
  } finally {
    stream.destroy()
  }
}

/** @throws Error for a backup whose manifest is cut off */
export const readEnd = async (folder: string): Promise<ManifestEnd> => {
  for await (const line of readManifest(folder)) if ('endedAt' in line) return line
  throw new Error(`The manifest of ${folder} is cut off`)
}
