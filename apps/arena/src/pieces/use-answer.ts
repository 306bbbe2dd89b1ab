/** An answer of the service on a screen: first what this phone has seen last, then what the service says now. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { addressOf, type RawInput } from '#client/client.ts'
import { ApiError } from '#client/errors.ts'
import type { CallInput, CallOutput } from '#client/types.ts'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import { useCell } from '#field-kit/cell.ts'
import { type Seen, useAppServices } from '../app-services.ts'

export interface Answer<T> {
  readonly seen: Seen<T> | undefined
  /** why the last reading failed */
  readonly failure: ApiError | 'UNKNOWN' | undefined
  readonly reread: () => void
}

/** Reads again after a change, when the app comes to the front, and when the connection is back. */
export const useAnswer = <const E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
): Answer<CallOutput<E>> => {
  const services = useAppServices()
  const changes = useCell(services.changes)
  const address = addressOf(endpoint, input as RawInput)
  const [state, setState] = useState<{
    address: string
    seen?: Seen<CallOutput<E>> | undefined
    failure?: Answer<unknown>['failure']
  }>({ address })
  const wanted = useRef(address)
  wanted.current = address
  const set = (change: Partial<typeof state>): void => {
    if (wanted.current !== address) return
    setState((before) => (before.address === address ? { ...before, ...change } : { address, ...change }))
  }
  const read = (): void => {
    services.read(endpoint, input).then(
      (seen) => set({ seen, failure: undefined }),
      (error: unknown) => set({ failure: error instanceof ApiError ? error : 'UNKNOWN' }),
    )
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address says what is asked
  useEffect(() => {
    services.recall(endpoint, input).then((kept) => {
      if (!kept || wanted.current !== address) return
      setState((before) => {
        if (before.address !== address) return { address, seen: kept }
        return before.seen ? before : { ...before, seen: kept }
      })
    })
    const look = (): void => {
      if (!document.hidden && !services.isFresh(endpoint, input as RawInput)) read()
    }
    look()
    addEventListener('online', read)
    document.addEventListener('visibilitychange', look)
    return () => {
      removeEventListener('online', read)
      document.removeEventListener('visibilitychange', look)
    }
  }, [address, changes])
  const isCurrent = state.address === address
  return {
    seen: isCurrent ? state.seen : undefined,
    failure: isCurrent ? state.failure : undefined,
    reread: read,
  }
}
