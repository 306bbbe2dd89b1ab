/** Reading and changing through the service, with the cache of the app in between. */
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
import { addressOf, createClient, type RawInput } from '#client/client.ts'
import { ApiError } from '#client/errors.ts'
import { createSessionStore, sessionOf } from '#client/session.ts'
import type { CallInput, CallOutput } from '#client/types.ts'
import { newId } from '#client/unique-id.ts'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import { showBusyNotice } from './busy-notice.ts'
import { isChangedBy, type LiveMode, liveMetaOf } from './live-meta.ts'
import { isCachedOffline, readOffline, saveOffline } from './offline-cache.ts'

/** Of whoever opened this page; somebody else who signs in beside it is not acted for. */
export const tokens = sessionOf(createSessionStore())

/** Ends at the sign-in page, which leads back here. */
export const toSignIn = (): void => {
  const next = `${location.pathname}${location.search}`
  location.assign(`/app/sign-in?next=${encodeURIComponent(next)}`)
}

export const client = createClient({
  baseUrl: '',
  tokens,
  onWait: ({ seconds }) => showBusyNotice(seconds),
  onSessionEnded: () => sessionEnded.current(),
})

/** Replaced by the shell, which asks in place and keeps the form. */
export const sessionEnded: { current: () => void } = { current: toSignIn }

const minute = 60_000

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // No polling: events say what has changed, and a focus reads again, at most once a minute.
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
 * Saves the answer in the offline cache, where its path is one of those; without a connection the cached one is shown
 * with its age, and the failure beside it.
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

/** With If-None-Match: what has not changed does not travel again. */
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

/** Asks ahead of `useApi` with the same input, which takes over what is under way or has come meanwhile. */
export const prefetchApi = <E extends Endpoint>(endpoint: E, input: CallInput<E>): void => {
  const queryKey = keyOf(endpoint, input)
  // What is on the screen stands still until its person wants it anew.
  if (queryClient.getQueryCache().find({ queryKey, exact: true })?.isActive()) return
  void queryClient.prefetchQuery({
    queryKey,
    queryFn: ({ signal }) => orCached(endpoint.path, queryKey, () => read(endpoint, input, signal)),
    meta: liveMetaOf(endpoint, (input as RawInput).params?.id, 'tell'),
  })
}

interface ReadOptions<T> {
  readonly enabled?: boolean
  /** the former rows stay while the next page loads */
  readonly keep?: boolean
  readonly staleMinutes?: number
  /** what becomes of it when an event says that it has changed; `none` where it may be stale for longer */
  readonly live?: LiveMode
  /** the record whose events are meant, where the address does not name it */
  readonly about?: string | undefined
  /** asks again after so many seconds; undefined or 0: never. Hidden windows do not ask. */
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

/** Runs a change; the events of it are this page's own. */
export const runAction = async <T>(change: () => Promise<T>): Promise<T> => {
  underWay++
  try {
    return await change()
  } finally {
    underWay--
    actedAt = Date.now()
  }
}

/** Whether this page changes something, or did a moment ago. */
export const isActing = (): boolean => underWay > 0 || Date.now() - actedAt < 3000

export type ActionInput<E extends Endpoint> = CallInput<E> & { readonly ifMatch?: number | undefined }

const own = '/api/auth/me'

/** Everything on the screen is read again; the current user only where counts may have moved. */
export const refreshAll = (withMe = false): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => withMe || queryKey[0] !== own })

/** After a change: what it changes on the screen is read again, everything else when it is shown next. */
export const refreshAfter = async (action: Endpoint, withMe = false): Promise<void> => {
  const isMeant = ({ queryKey }: Query): boolean => withMe || queryKey[0] !== own
  await queryClient.invalidateQueries({ predicate: isMeant, refetchType: 'none' })
  await queryClient.refetchQueries({
    type: 'active',
    predicate: (query) => (query.queryKey[0] === own ? withMe : isChangedBy(query.meta ?? {}, action)),
  })
}

/** Of a change that came after somebody else's: what is on the screen comes anew, and the next press is about that. */
export const readWhereOvertaken = async (fault: unknown): Promise<void> => {
  if (fault instanceof ApiError && fault.code === 'PRECONDITION_FAILED') await refreshAll(true)
}

/** A change. The same input sent again after a failure carries the same Idempotency-Key. */
export const useAction = <const E extends Endpoint>(
  endpoint: E,
  options: { readonly withMe?: boolean; readonly quiet?: boolean } = {},
): UseMutationResult<CallOutput<E>, ApiError, ActionInput<E>> => {
  const last = useRef({ input: '', key: '' })
  return useMutation<CallOutput<E>, ApiError, ActionInput<E>>({
    mutationFn: (input) => {
      const { ifMatch, ...rest } = input as ActionInput<E> & { ifMatch?: number }
      const said = JSON.stringify(rest)
      if (last.current.input !== said) last.current = { input: said, key: newId() }
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

/** A call with its input, made ready where it is declared and sent where it is pressed. */
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

/** Sends calls, one after the other; `error` is of the last one, and is there when what overtook it has come. */
export const useRun = (): UseMutationResult<unknown, ApiError, Call> =>
  useMutation<unknown, ApiError, Call>({ mutationFn: ({ send }) => send(), onError: readWhereOvertaken })
