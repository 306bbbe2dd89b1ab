/** `npx wellkept migrate --dry-run`. */
import type pg from 'pg'
import { type PendingMigration, pendingMigrations } from './migrate.ts'

const linesOf = ({ name, about, outside, breaks }: PendingMigration): string[] => [
  about === '' ? name : `${name}  ${about}`,
  ...(outside ? ['    in steps, beside requests; an interrupted one starts again'] : []),
  ...(breaks === null ? [] : [`    breaks the version before: ${breaks}`]),
]

/** @throws Error if the database is newer than this program and no longer fits it */
export const printPending = async (client: pg.Client, print: (text: string) => void): Promise<void> => {
  const pending = await pendingMigrations(client)
  for (const line of pending.flatMap(linesOf)) print(line)
  print(
    pending.length === 0
      ? 'The database is up to date'
      : `${pending.length} migration${pending.length === 1 ? '' : 's'} would run; nothing was changed`,
  )
}
