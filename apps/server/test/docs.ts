/** Runs the commands of a documentation page as written; only curl is replaced. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Reply, TestServer } from './server.ts'

export interface Commands {
  /** in the order of the page */
  readonly commands: readonly string[]
  run<T>(command: string): Promise<Reply<T>>
}

/** @param known values that the page assumes, by their name on the page */
export const commandsOf = (name: string, server: TestServer, known: Record<string, string>): Commands => {
  const page = readFileSync(path.join(import.meta.dirname, '../../../docs', name), 'utf8')
  return {
    commands: [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, command]) => command ?? ''),
    // The shell parses the words; curl's part is done here.
    run: async <T>(command: string): Promise<Reply<T>> => {
      const script = `curl() { printf '%s\\0' "$@"; }\n${command}`
      const { stdout } = await promisify(execFile)('sh', ['-euc', script], { env: known })
      const words = stdout.split('\0')
      const after = (flag: string): string | undefined => words[words.indexOf(flag) + 1 || words.length]
      const headers = words
        .filter((_, index) => words[index - 1] === '-H')
        .map((line) => line.split(/: (.*)/s))
      const address = words.find((word) => word.startsWith(server.base)) ?? ''
      const body = after('-d')
      return server.call<T>(after('-X') ?? (body ? 'POST' : 'GET'), address.slice(server.base.length), {
        headers: Object.fromEntries(headers),
        body,
      })
    },
  }
}
