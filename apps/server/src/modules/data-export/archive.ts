/** The tenant's data as one ZIP: manifest.json, a JSON Lines file for each kind of record, and the photos. */
import type { Readable } from 'node:stream'
import { readSettings } from '#server/modules/settings/public.ts'
import { uploadIdsOf } from '#server/modules/uploads/public.ts'
import type { Platform, TenantContext } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { tenantContextFor } from '#server/platform/events/tenant-context.ts'
import type { ExportKind } from '#server/platform/exports.ts'
import { presenterOf, readRows } from './read-rows.ts'
import { type Entry, writeZip, type Zip } from './zip.ts'

/** Version of the file layout; readers refuse unknown ones. */
export const formatVersion = 1

/** One step for each kind of record, the settings and the photos. */
export const exportSteps = ({ exports }: Platform): number => exports.kinds.length + 2

export interface Progress {
  readonly stepsDone: number
  readonly records: number
  readonly photos: number
}

/** Called often, between two reads; an error that it throws ends the export. */
export type ReportProgress = (progress: Progress) => Promise<void>

interface Photo {
  readonly id: string
  /** in the storage */
  readonly key: string
  /** in the ZIP */
  readonly name: string
}

interface Owner {
  readonly manifest: Record<string, unknown>
  readonly settings: Record<string, unknown>
}

/** Photo keys and URLs are signed and grant access; ids do not. */
const photoIdOf = (of: Parameters<typeof uploadIdsOf>[0], key: unknown): string | null =>
  (typeof key === 'string' ? uploadIdsOf(of, [key])?.[0] : undefined) ?? null

const readOwner = async (ctx: TenantContext): Promise<Owner> => {
  const [row] = await ctx.run<Record<string, unknown>>(
    'select id, name, slug, plan, state, time_zone as "timeZone", created_at as "createdAt" from tenant where id = $1',
    [ctx.tenantId],
  )
  if (!row) throw notFound()
  const { branding, ...settings } = await readSettings(ctx)
  const { logoKey, logoUrl: _, ...look } = branding
  const logoPhotoId = photoIdOf(ctx, logoKey)
  return { manifest: row, settings: { ...settings, branding: { ...look, logoPhotoId } } }
}

const photoName = (id: string, key: string): string => `files/${id}.${key.split('.').at(-1)}`

type ExportedRow = Readonly<Record<string, unknown>>

/** Writes rows as lines. Of photos only names are kept in memory, as the ZIP needs them anyway. */
const lineWriter = (kind: ExportKind, photos: Photo[], idOf: (key: unknown) => string | null) => {
  const present = presenterOf(kind)
  if (kind.name !== 'photos')
    return (row: ExportedRow) => {
      const ids = kind.photoKeys.map((column) => [column, idOf(row[column])] as const)
      return JSON.stringify(present({ ...row, ...Object.fromEntries(ids) }))
    }
  return (row: ExportedRow) => {
    const { id, file_key: key } = row as { id: string; file_key: string }
    const name = photoName(id, key)
    photos.push({ id, key, name })
    return JSON.stringify(present({ ...row, file_key: name }))
  }
}

const writeAll = async (
  zip: Zip,
  platform: Platform,
  tenantId: string,
  at: Date,
  tell: ReportProgress,
): Promise<void> => {
  const files: (Entry & { records?: number })[] = []
  const photos: Photo[] = []
  const missing: string[] = []
  let [stepsDone, records, photosDone] = [0, 0, 0]
  const reportProgress = () => tell({ stepsDone, records, photos: photosDone })

  async function* linesOf(kind: ExportKind): AsyncGenerator<Buffer> {
    const lineOf = lineWriter(kind, photos, (key) => photoIdOf({ platform, tenantId }, key))
    for await (const rows of readRows(platform, tenantId, kind)) {
      yield Buffer.from(`${rows.map(lineOf).join('\n')}\n`)
      records += rows.length
      await reportProgress()
    }
  }

  async function* bytesOf({ key, name }: Photo): AsyncGenerator<Uint8Array> {
    const file = await platform.storage.get(key)
    if (file) yield file.bytes
    else missing.push(name)
  }

  const owner = await tenantContextFor(platform, tenantId, 'data-export', 'data-export')(readOwner)
  await reportProgress()
  for (const kind of platform.exports.kinds) {
    const before = records
    const entry = await zip.add(`${kind.name}.jsonl`, linesOf(kind), { compress: true })
    files.push({ ...entry, records: records - before })
    stepsDone++
  }
  const settings = [Buffer.from(`${JSON.stringify(owner.settings)}\n`)]
  files.push({ ...(await zip.add('settings.jsonl', fromList(settings), { compress: true })), records: 1 })
  records++
  stepsDone++
  for (const photo of photos) {
    files.push(await zip.add(photo.name, bytesOf(photo), { compress: false }))
    photosDone++
    await reportProgress()
  }
  stepsDone++
  await reportProgress()
  const manifest = {
    format: 'wellkept-export',
    version: formatVersion,
    at: at.toISOString(),
    tenant: owner.manifest,
    counts: { records, photos: photosDone },
    files,
    /** erased during the export, or lost: their entries are empty */
    missing,
  }
  const text = [Buffer.from(JSON.stringify(manifest, null, 2))]
  await zip.add('manifest.json', fromList(text), { compress: true })
  zip.end()
}

async function* fromList(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks
}

/** The ZIP as a stream, read from database and storage on demand; it ends in an error if a read fails. */
export const openArchive = (platform: Platform, tenantId: string, tell: ReportProgress): Readable => {
  const at = platform.clock.now()
  return writeZip(at, (zip) => writeAll(zip, platform, tenantId, at, tell))
}
