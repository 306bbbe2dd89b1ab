/**
 * Autosave of the wizard: a pause after the last keystroke, or at once when changing the step. Saves run one after
 * another against the version that was seen; in a conflict the person chooses.
 */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { ApiError } from '#client/errors.ts'
import type { CallInput } from '#client/types.ts'
import { getWizardState, saveWizardState, type WizardState } from '#contracts/wizard.ts'
import { client, keyOf, queryClient } from '#desk-kit/lib/api.ts'

type Body = CallInput<typeof saveWizardState>['body']
type Data = NonNullable<Body['data']>
type Step = NonNullable<Body['step']>

/** All clients of an organisation share thirty writes a minute. */
const pauseMs = 2500
const key = keyOf(getWizardState, {})

const readState = (): Promise<WizardState> => client.call(getWizardState, {})
const stateNow = (): WizardState | undefined => queryClient.getQueryData<WizardState>(key)

export interface Saver {
  readonly busy: boolean
  readonly waiting: boolean
  readonly error: ApiError | undefined
  /** a colleague saved first */
  readonly overtaken: boolean
  /** increases when the saved values replace the typed ones */
  readonly edition: number
  /** saves a step after a pause */
  later(step: Step, data: Data): void
  /** whether a change of this step is not saved yet */
  hasUnsaved(step: Step): boolean
  /** saves at once, with all pending changes; undefined where that failed */
  now(...bodies: readonly Body[]): Promise<WizardState | undefined>
  isDirty(): boolean
  takeTheirs(): Promise<void>
  keepMine(): Promise<void>
}

export const useSaver = (): Saver => {
  const waiting = useRef(new Map<string, Body>())
  const line = useRef<Promise<unknown>>(Promise.resolve())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [busy, setBusy] = useState(false)
  const [dirty, setDirty] = useState(false)
  const [error, setError] = useState<ApiError>()
  const [overtaken, setOvertaken] = useState(false)
  const [edition, setEdition] = useState(0)
  /** in a conflict nothing is sent until the person has chosen */
  const isBlocked = useRef(false)

  const read = useCallback(
    () => queryClient.fetchQuery({ queryKey: key, queryFn: readState, staleTime: 0 }),
    [],
  )

  const send = useCallback(async (): Promise<WizardState | undefined> => {
    if (isBlocked.current) return undefined
    setBusy(true)
    setError(undefined)
    try {
      for (const [name, body] of [...waiting.current]) {
        const answer = await client.call(saveWizardState, { body }, { ifMatch: stateNow()?.version })
        queryClient.setQueryData(key, answer)
        // Input typed during the request is still unsaved.
        if (waiting.current.get(name) === body) waiting.current.delete(name)
      }
      return stateNow()
    } catch (fault) {
      if (!(fault instanceof ApiError)) throw fault
      if (fault.code === 'PRECONDITION_FAILED') {
        isBlocked.current = true
        // The refetched state shows who changed it.
        await read().catch(() => undefined)
        setOvertaken(true)
      } else setError(fault)
      return undefined
    } finally {
      setBusy(false)
      setDirty(waiting.current.size > 0)
    }
  }, [read])

  const flush = useCallback((): Promise<WizardState | undefined> => {
    clearTimeout(timer.current)
    const next = line.current.then(send)
    line.current = next.catch(() => undefined)
    return next
  }, [send])

  // Saves when the screen is left; closing the window is confirmed by the browser.
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => {
      if (waiting.current.size > 0) event.preventDefault()
    }
    const hide = (): void => {
      if (document.visibilityState === 'hidden' && waiting.current.size > 0) void flush()
    }
    window.addEventListener('beforeunload', ask)
    document.addEventListener('visibilitychange', hide)
    return () => {
      window.removeEventListener('beforeunload', ask)
      document.removeEventListener('visibilitychange', hide)
      if (waiting.current.size > 0) void flush()
    }
  }, [flush])

  return useMemo(
    () => ({
      busy,
      waiting: dirty,
      error,
      overtaken,
      edition,
      later: (step, data) => {
        waiting.current.set(step, { step, data })
        setDirty(true)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => void flush(), pauseMs)
      },
      hasUnsaved: (step) => waiting.current.has(step),
      now: (...bodies) => {
        for (const body of bodies) waiting.current.set(body.step ?? '', body)
        return flush()
      },
      isDirty: () => waiting.current.size > 0,
      takeTheirs: async () => {
        waiting.current.clear()
        isBlocked.current = false
        setDirty(false)
        setOvertaken(false)
        await read()
        setEdition((before) => before + 1)
      },
      keepMine: async () => {
        isBlocked.current = false
        setOvertaken(false)
        await flush()
      },
    }),
    [busy, dirty, error, overtaken, edition, flush, read],
  )
}
