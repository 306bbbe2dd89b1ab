/** Writes a ZIP as it is read: entry by entry, without holding a whole one in memory. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

export interface Entry {
  readonly name: string
  readonly bytes: number
  /** of the uncompressed content, in hexadecimal */
  readonly sha256: string
}

export interface Zip {
  /** Reads the source to its end. @throws the source's error, or an error if the ZIP is no longer read */
  add(name: string, source: AsyncIterable<Uint8Array>, options: { compress: boolean }): Promise<Entry>
  /** Writes the central directory. */
  end(): void
}

/**
 * @param write adds all entries at the pace of the reader
 * @returns the ZIP's bytes; the stream ends in an error if `write` fails, so that nobody takes it for complete
 */
export const writeZip = (at: Date, write: (zip: Zip) => Promise<void>): Readable => {
  const file = new ZipFile()
  const output = file.outputStream as Readable
  const abandoned = new Promise<never>((_, reject) => {
    output.once('close', () => reject(new Error('The ZIP is no longer read')))
  })
  abandoned.catch(() => {})
  file.on('error', (error: Error) => output.destroy(error))

  const zip: Zip = {
    add: async (name, source, { compress }) => {
      const hash = createHash('sha256')
      let bytes = 0
      async function* measured() {
        for await (const chunk of source) {
          hash.update(chunk)
          bytes += chunk.byteLength
          yield chunk
        }
      }
      const stream = Readable.from(measured(), { objectMode: false })
      try {
        const read = finished(stream)
        file.addReadStream(stream, name, { compress, mtime: at, mode: 0o100600 })
        await Promise.race([read, abandoned])
      } finally {
        stream.destroy()
      }
      return { name, bytes, sha256: hash.digest('hex') }
    },
    end: () => file.end(),
  }
  write(zip).catch((error: unknown) =>
    output.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  return output
}
