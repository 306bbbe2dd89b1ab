import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The absolute folder of a setting such as `file:data/files`, `file:/var/lib/files` or `file:///var/lib/files`.
 * @throws TypeError without the setting in its text
 */
export function folderOf(url: string): string {
  const rest = url.slice('file:'.length)
  if (!url.startsWith('file:') || rest === '' || rest.includes('\0')) {
    throw new TypeError('must name a folder after file:')
  }
  if (!rest.startsWith('//')) return resolve(rest)
  try {
    return fileURLToPath(url)
  } catch {
    throw new TypeError('must be file:FOLDER with a folder of this machine')
  }
}
