/** Packs a folder as npm does: a gzipped tar whose files are below `package/`; the same files give the same bytes. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

const block = 512
/** npm's own date of every file, so that nothing depends on the clock. */
const modified = Date.UTC(1985, 9, 26, 8, 15) / 1000

const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`

/** A header of the format ustar. */
const headerOf = (name: string, size: number): Buffer => {
  const header = Buffer.alloc(block)
  const put = (text: string, at: number): void => void header.write(text, at, 'latin1')
  put(name, 0)
  put(octal(0o644, 7), 100)
  put(octal(0, 7), 108)
  put(octal(0, 7), 116)
  put(octal(size, 11), 124)
  put(octal(modified, 11), 136)
  // The sum is counted with spaces in its place.
  put(' '.repeat(8), 148)
  put('0', 156)
  put('ustar\0', 257)
  put('00', 263)
  put(
    `${octal(
      header.reduce((sum, byte) => sum + byte, 0),
      6,
    )} `,
    148,
  )
  return header
}

/** @param folder with files only, whose names are ASCII and short */
export const packFolder = (folder: string): Buffer => {
  const parts = readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const bytes = readFileSync(path.join(folder, name))
      const rest = (block - (bytes.length % block)) % block
      return [headerOf(`package/${name}`, bytes.length), bytes, Buffer.alloc(rest)]
    })
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * block)]), { level: 9 })
}
