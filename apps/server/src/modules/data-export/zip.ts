/** A zip that is written as it is read: one entry after the other, none of them ever whole in memory. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

export interface Entry {
  readonly name: string
  readonly bytes: number
  /** of the content before it was compressed, in hexadecimal digits */
  readonly sha256: string
}

export interface Zip {
  /** Reads the source to its end. @throws what the source throws, or that nobody reads the zip any more */
  add(name: string, source: AsyncIterable<Uint8Array>, options: { compress: boolean }): Promise<Entry>
  /** Writes what stands at the end of a zip. */
  end(): void
}

/**
 * @param write adds all entries; whoever reads the zip sets the pace
 * @returns the zip's bytes; they end in an error where `write` fails, so that nobody takes them for the whole
 */
export const writeZip = (at: Date, write: (zip: Zip) => Promise<void>): Readable => {
  const file = new ZipFile()
  const output = file.outputStream as Readable
  const abandoned = new Promise<never>((_, reject) => {
    output.once('close', () => reject(new Error('Nobody reads the zip any more')))
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
