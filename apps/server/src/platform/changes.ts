/** Changes since a cursor, for apps that keep a copy: whole records that changed, and ids of what is gone. */
import type { TenantContext } from './context.ts'
import { invalid } from './errors.ts'

/** Ids do not follow commits, so each answer reads again what was written in the minute before its cursor. */
const overlapMs = 60_000
const oldestMs = 30 * 86_400_000

/** Changes are read in the order of time and id; times are those of `ctx.now`, in milliseconds. */
export interface Position {
  readonly at: Date
  readonly id: string
}

export interface ChangeSource<R> {
  readonly kind: string
  /** records that changed behind `after`, i.e. (at, id) > (after.at, after.id), in this order, at most `limit` */
  readonly since: (
    ctx: TenantContext,
    after: Position,
    limit: number,
  ) => Promise<readonly (Position & { readonly record: R })[]>
  /** what was deleted, or left the caller's scope, in the same way */
  readonly gone: (ctx: TenantContext, after: Position, limit: number) => Promise<readonly Position[]>
}

export interface Change<R> {
  readonly kind: string
  readonly id: string
  readonly deleted: boolean
  readonly record: R | null
}

export interface Changes<R> {
  readonly changes: readonly Change<R>[]
  readonly cursor: string
  /** ask again at once */
  readonly more: boolean
  /** the cursor is too old, or the scope is another one: the app loads everything anew */
  readonly reset: boolean
}

interface Cursor {
  /** milliseconds */
  readonly at: number
  /** within a run of pages; left out: behind all that is there */
  readonly id?: string
  readonly scope: string
}

const firstId = '00000000-0000-0000-0000-000000000000'

const purpose = 'changes-cursor'

const sealCursor = ({ platform }: TenantContext, cursor: Cursor): string =>
  platform.keys.encrypt(purpose, JSON.stringify(cursor))

/** A cursor from which everything that changes from now on is read. @param scope another one resets the app */
export const cursorFrom = (ctx: TenantContext, scope: string): string =>
  sealCursor(ctx, { at: ctx.now.getTime(), scope })

/**
 * At most `atMost` changes of all sources, the oldest first.
 * @throws ServiceError VALIDATION_ERROR for a cursor that was not made here
 */
export const readChanges = async <R>(
  ctx: TenantContext,
  cursor: string,
  scope: string,
  sources: readonly ChangeSource<R>[],
  atMost = 500,
): Promise<Changes<R>> => {
  const opened = ctx.platform.keys.decrypt(purpose, cursor)
  if (opened === undefined) throw invalid('cursor', 'was not given by this service')
  const since = JSON.parse(opened) as Cursor
  if (since.scope !== scope || ctx.now.getTime() - since.at > oldestMs)
    return { changes: [], cursor: cursorFrom(ctx, scope), more: false, reset: true }
  const after: Position =
    since.id === undefined
      ? { at: new Date(since.at - overlapMs), id: firstId }
      : { at: new Date(since.at), id: since.id }
  const found: (Change<R> & Position)[] = []
  for (const { kind, since: changed, gone } of sources) {
    for (const { id, at, record } of await changed(ctx, after, atMost + 1))
      found.push({ kind, id, at, deleted: false, record })
    for (const { id, at } of await gone(ctx, after, atMost + 1))
      found.push({ kind, id, at, deleted: true, record: null })
  }
  found.sort((one, other) => one.at.getTime() - other.at.getTime() || (one.id < other.id ? -1 : 1))
  const page = found.slice(0, atMost)
  const last = page.at(-1)
  const more = found.length > atMost
  const next: Cursor =
    more && last ? { at: last.at.getTime(), id: last.id, scope } : { at: ctx.now.getTime(), scope }
  return {
    changes: page.map(({ at: _, ...change }) => change),
    cursor: sealCursor(ctx, next),
    more,
    reset: false,
  }
}
