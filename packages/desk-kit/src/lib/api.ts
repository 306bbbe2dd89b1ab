/** Queries and mutations of the API through TanStack Query. */
import {
  keepPreviousData,
  type Query,
  QueryClient,
  type QueryKey,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import { useRef } from 'react'
import { addressOf, type Client, createClient, type RawInput } from '#client/client.ts'
import { ApiError } from '#client/errors.ts'
import type { Realm } from '#client/realms.ts'
import { createSessionStore, type PersonalStore, type Session, sessionOf } from '#client/session.ts'
import type { CallInput, CallOutput } from '#client/types.ts'
import { newId } from '#client/unique-id.ts'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import type { EventKind } from '#contracts/kit/vocabulary.ts'
import { showBusyNotice } from './busy-notice.ts'
import { isChangedBy, type LiveMode, liveMetaOf } from './live-meta.ts'
import { isCachedOffline, readOffline, saveOffline } from './offline-cache.ts'

interface ApiSettings {
  readonly realm: Realm
  /** address of the sign-in page */
  readonly signIn: string
  /** event kinds that an action causes; undefined: any */
  readonly causes: (action: Endpoint) => readonly EventKind[] | undefined
}

/** The session of the person who opened this page; another who signs in in a second tab does not replace it. */
export let tokens: PersonalStore
export let client: Client
export let signInAddress = ''
/** For a sign-in on this page; `tokens` only ever has the session of the person who opened it. */
export let openSession: (session: Session) => void
let causes: ApiSettings['causes'] = () => undefined

/** Called once by `createDesk`, before anything is read. */
export const connectApi = (settings: ApiSettings): void => {
  const { realm } = settings
  signInAddress = settings.signIn
  causes = settings.causes
  const store = createSessionStore(realm.inTab ? sessionStorage : undefined, undefined, realm)
  openSession = store.write
  tokens = sessionOf(store)
  client = createClient({
    baseUrl: '',
    realm,
    tokens,
    onWait: ({ seconds }) => showBusyNotice(seconds),
    onSessionEnded: () => sessionEnded.current(),
  })
}

/** The sign-in page leads back to the current address. */
export const toSignIn = (): void => {
  const next = `${location.pathname}${location.search}`
  location.assign(`${signInAddress}?next=${encodeURIComponent(next)}`)
}

/** Replaced by the shell with a dialog, so that unsaved input is kept. */
export const sessionEnded: { current: () => void } = { current: toSignIn }

const minute = 60_000

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // No polling: live events mark queries as stale, and focusing the window refetches at most once a
      // minute.
      staleTime: minute,
      gcTime: 10 * minute,
      refetchOnWindowFocus: true,
      refetchOnReconnect: true,
      retry: false,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

const remembered = new Map<string, { etag: string; data: unknown }>()

/**
 * Saves answers of the cached paths on the device. Without a connection the saved one is shown with its age, and
 * the error beside it.
 */
export const orCached = async <T>(path: string, queryKey: QueryKey, ask: () => Promise<T>): Promise<T> => {
  const person = tokens.read()?.user.id
  if (person === undefined || !isCachedOffline(path)) return ask()
  const address = String(queryKey.at(-1))
  try {
    const data = await ask()
    void saveOffline(person, address, data)
    return data
  } catch (error) {
    if (
      error instanceof ApiError &&
      error.code === 'NETWORK' &&
      queryClient.getQueryData(queryKey) === undefined
    ) {
      const cached = await readOffline(person, address)
      if (cached) queryClient.setQueryData(queryKey, cached.data, { updatedAt: cached.at })
    }
    throw error
  }
}

/** Conditional request: an unchanged answer is not transferred again. */
const read = async <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  signal: AbortSignal,
): Promise<CallOutput<E>> => {
  const address = addressOf(endpoint, input as RawInput)
  const known = remembered.get(address)
  const reply = await client.send(endpoint, input, { signal, ifNoneMatch: known?.etag })
  if (reply.notModified) return known?.data as CallOutput<E>
  remembered.delete(address)
  if (reply.etag) remembered.set(address, { etag: reply.etag, data: reply.data })
  for (const oldest of remembered.keys()) {
    if (remembered.size <= 60) break
    remembered.delete(oldest)
  }
  return reply.data
}

export const keyOf = <E extends Endpoint>(endpoint: E, input: CallInput<E>): QueryKey => [
  endpoint.path,
  addressOf(endpoint, input as RawInput),
]

/** Prefetches for `useApi` with the same input, which shares the request and its result. */
export const prefetchApi = <E extends Endpoint>(endpoint: E, input: CallInput<E>): void => {
  const queryKey = keyOf(endpoint, input)
  // A query on the screen is refetched only when the person asks for it.
  if (queryClient.getQueryCache().find({ queryKey, exact: true })?.isActive()) return
  void queryClient.prefetchQuery({
    queryKey,
    queryFn: ({ signal }) => orCached(endpoint.path, queryKey, () => read(endpoint, input, signal)),
    meta: liveMetaOf(endpoint, (input as RawInput).params?.id, 'tell'),
  })
}

interface ReadOptions<T> {
  readonly enabled?: boolean
  /** keeps the current rows while the next page loads */
  readonly keep?: boolean
  readonly staleMinutes?: number
  /** what a live event does to it; `none` where it may be stale for longer */
  readonly live?: LiveMode
  /** id of the record whose events concern it, where the path does not contain it */
  readonly about?: string | undefined
  /** refetches after so many seconds; undefined or 0: never. Hidden windows do not refetch. */
  readonly again?: (data: T) => number | undefined
}

export const useApi = <const E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: ReadOptions<CallOutput<E>> = {},
): UseQueryResult<CallOutput<E>, ApiError> =>
  useQuery<CallOutput<E>, ApiError>({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ queryKey, signal }) => orCached(endpoint.path, queryKey, () => read(endpoint, input, signal)),
    enabled: options.enabled ?? true,
    meta: liveMetaOf(
      endpoint,
      options.about ?? (input as RawInput).params?.id,
      options.live ?? (options.staleMinutes ? 'none' : 'tell'),
    ),
    ...(options.keep ? { placeholderData: keepPreviousData as never } : {}),
    ...(options.staleMinutes ? { staleTime: options.staleMinutes * minute } : {}),
    refetchInterval: ({ state }) =>
      state.data === undefined ? false : (options.again?.(state.data) ?? 0) * 1000 || false,
  })

let underWay = 0
let actedAt = 0

/** Runs a change; live events that it causes are recognised as this page's own. */
export const runAction = async <T>(change: () => Promise<T>): Promise<T> => {
  underWay++
  try {
    return await change()
  } finally {
    underWay--
    actedAt = Date.now()
  }
}

/** Whether a change is running or ended a moment ago. */
export const isActing = (): boolean => underWay > 0 || Date.now() - actedAt < 3000

export type ActionInput<E extends Endpoint> = CallInput<E> & { readonly ifMatch?: number | undefined }

const own = '/api/auth/me'

/** Refetches every query on the screen; the current user only where its counts may have changed. */
export const refreshAll = (withMe = false): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => withMe || queryKey[0] !== own })

/** Refetches the queries on the screen that the change concerns; all others when they are shown next. */
export const refreshAfter = async (action: Endpoint, withMe = false): Promise<void> => {
  const kinds = causes(action)
  const isMeant = ({ queryKey }: Query): boolean => withMe || queryKey[0] !== own
  await queryClient.invalidateQueries({ predicate: isMeant, refetchType: 'none' })
  await queryClient.refetchQueries({
    type: 'active',
    predicate: (query) => (query.queryKey[0] === own ? withMe : isChangedBy(query.meta ?? {}, kinds)),
  })
}

/** After an edit conflict the screen is refetched, so that the next attempt is about the current version. */
export const refetchAfterConflict = async (fault: unknown): Promise<void> => {
  if (fault instanceof ApiError && fault.code === 'PRECONDITION_FAILED') await refreshAll(true)
}

/** A mutation. Repeating the same input after a failure sends the same Idempotency-Key. */
export const useAction = <const E extends Endpoint>(
  endpoint: E,
  options: { readonly withMe?: boolean; readonly quiet?: boolean } = {},
): UseMutationResult<CallOutput<E>, ApiError, ActionInput<E>> => {
  const last = useRef({ input: '', key: '' })
  return useMutation<CallOutput<E>, ApiError, ActionInput<E>>({
    mutationFn: (input) => {
      const { ifMatch, ...rest } = input as ActionInput<E> & { ifMatch?: number }
      const serialized = JSON.stringify(rest)
      if (last.current.input !== serialized) last.current = { input: serialized, key: newId() }
      return runAction(() =>
        client.call(endpoint, rest as unknown as CallInput<E>, {
          ifMatch,
          idempotencyKey: last.current.key,
        }),
      )
    },
    onSuccess: () => {
      last.current = { input: '', key: '' }
      if (!options.quiet) void refreshAfter(endpoint, options.withMe)
    },
  })
}

/** A request that is prepared where an action is declared and sent when it is chosen. */
export interface Call {
  readonly endpoint: Endpoint
  readonly send: () => Promise<unknown>
}

export const callOf = <const E extends Endpoint>(
  endpoint: E,
  { ifMatch, ...input }: ActionInput<E>,
  withMe = false,
): Call => ({
  endpoint,
  send: async () => {
    const answer = await runAction(() => client.call(endpoint, input as unknown as CallInput<E>, { ifMatch }))
    void refreshAfter(endpoint, withMe)
    return answer
  },
})

/** Sends calls one at a time. After an edit conflict `error` is set once the screen has been refetched. */
export const useRun = (): UseMutationResult<unknown, ApiError, Call> =>
  useMutation<unknown, ApiError, Call>({ mutationFn: ({ send }) => send(), onError: refetchAfterConflict })
