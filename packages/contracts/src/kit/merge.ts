/**
 * Merges what two phones wrote into one field. The value with the greater (time, clientId) stands, in whatever order
 * the operations arrive and however often.
 */

/** One writing of a field. Times are ISO 8601 UTC with milliseconds, so their texts sort as they do. */
export interface Written<V> {
  readonly value: V
  readonly at: string
  /** of the operation */
  readonly clientId: string
  readonly session: string
}

export interface SentValue<V> extends Written<V> {
  /** the version of the field that the phone had seen; 0: none */
  readonly base: number
}

/** A field as it is stored. */
export interface MergedField<V> extends SentValue<V> {
  /** grows with each writing that is kept */
  readonly version: number
  /** the version at which the value that stands was written */
  readonly since: number
  /** the latest value of any other session, and the version at which it came */
  readonly rival: (Written<V> & { readonly since: number }) | null
}

/** `mine` lost, `theirs` stands. */
export interface FieldConflict<V> {
  readonly mine: Written<V>
  readonly theirs: Written<V>
}

const isLater = (one: Written<unknown>, other: Written<unknown>): boolean =>
  one.at === other.at ? one.clientId > other.clientId : one.at > other.at

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const writtenOf = <V>({ value, at, clientId, session }: Written<V>): Written<V> => ({
  value,
  at,
  clientId,
  session,
})

const withSent = <V>(now: MergedField<V> | undefined, sent: SentValue<V>): MergedField<V> => {
  const version = (now?.version ?? 0) + 1
  const first = { ...writtenOf(sent), base: sent.base, version, since: version }
  if (!now) return { ...first, rival: null }
  if (isLater(sent, now))
    return {
      ...first,
      rival: sent.session === now.session ? now.rival : { ...writtenOf(now), since: now.since },
    }
  const isNews = sent.session !== now.session && (!now.rival || isLater(sent, now.rival))
  return isNews ? { ...now, version, rival: { ...writtenOf(sent), since: version } } : now
}

/** The two values of a field whose value was written without having seen another session's latest one. */
export const conflictIn = <V>(field: MergedField<V>): FieldConflict<V> | undefined => {
  const { rival } = field
  if (!rival || rival.since <= field.base || isSame(rival.value, field.value)) return undefined
  return { mine: writtenOf(rival), theirs: writtenOf(field) }
}

/** @param now the field as it is; undefined: never written. @returns the same object where nothing changes */
export const mergeField = <V>(
  now: MergedField<V> | undefined,
  sent: SentValue<V>,
): { readonly field: MergedField<V>; readonly conflict: FieldConflict<V> | undefined } => {
  const field = withSent(now, sent)
  return { field, conflict: conflictIn(field) }
}
