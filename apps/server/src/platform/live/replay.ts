/** Replay: a client that reconnects with Last-Event-ID gets the events since then. */
import type { LiveEvent } from '#contracts/live.ts'
import type { TenantContext } from '../context.ts'
import { isUuid } from '../ids.ts'
import { idAt, readKnown, readNewest, timeOf } from './read-events.ts'
import { greeting, reset, type Stream } from './stream.ts'
import { textOf } from './text.ts'

export interface Arrival {
  readonly stream: Stream
  /** Last-Event-ID */
  readonly after: string | undefined
  readonly done: PromiseWithResolvers<void>
}

/** Maximum age of Last-Event-ID, in milliseconds. */
const maxAgeMs = 3_600_000
/** Events before the last one that are sent again (ms), since ids do not follow the order of commits. */
const overlapMs = 60_000
/** With more events than this the client reads everything anew instead. */
const maxEvents = 500

const sinceOf = (after: string): number => timeOf(after) - overlapMs

/** Ids to replay for each stream; undefined: the client must read everything anew. Two statements for all. */
export const readReplays = async (
  ctx: TenantContext,
  arriving: readonly Arrival[],
): Promise<ReadonlyMap<Arrival, readonly string[] | undefined>> => {
  const replays = new Map<Arrival, readonly string[] | undefined>()
  const resumable: { arrival: Arrival; after: string }[] = []
  for (const arrival of arriving) {
    const { after } = arrival
    if (after === undefined) continue
    replays.set(arrival, undefined)
    if (isUuid(after) && ctx.now.getTime() - timeOf(after) <= maxAgeMs) resumable.push({ arrival, after })
  }
  if (resumable.length === 0) return replays
  const known = await readKnown(
    ctx,
    resumable.map(({ after }) => after),
  )
  const coming = resumable.filter(({ after }) => known.has(after))
  if (coming.length === 0) return replays
  const since = Math.min(...coming.map(({ after }) => sinceOf(after)))
  const ids = await readNewest(ctx, since, maxEvents + 1)
  // With too many events the ids older than the first one are not known.
  const floor = ids.length > maxEvents ? (ids[0] ?? '') : idAt(since)
  for (const { arrival, after } of coming) {
    const least = idAt(sinceOf(after))
    if (least >= floor)
      replays.set(
        arrival,
        ids.filter((id) => id > least),
      )
  }
  return replays
}

export const writeReplay = (
  { stream, after }: Arrival,
  ids: readonly string[] | undefined,
  events: ReadonlyMap<string, LiveEvent>,
  now: number,
): void => {
  stream.write(greeting, now)
  if (after === undefined) return
  if (!ids) {
    stream.write(reset, now)
    return
  }
  stream.replay = { ids: new Set(ids), at: now }
  const missed = ids
    .flatMap((id) => events.get(id) ?? [])
    .filter(({ type }) => stream.types?.has(type) ?? true)
  if (missed.length > 0) stream.write(Buffer.concat(missed.map(textOf)), now)
}
