/** Messages for failed API calls. */
import type { ComponentChildren, JSX } from 'preact'
import { useState } from 'preact/hooks'
import { ApiError } from '#client/errors.ts'
import { Notice } from '#field-kit/form.tsx'
import { errorText } from '#ui/errors.ts'
import type { Messages } from './words.ts'
import { useWords } from './words.ts'

/** `refused` is the page's own text for UNAUTHORIZED. */
export const troubleText = (words: Messages, error: unknown, refused: string): string => {
  const failure = error instanceof ApiError ? error : undefined
  const minutes = Math.max(1, Math.ceil((failure?.retryAfterSeconds ?? 60) / 60))
  return errorText(words, failure, {
    UNAUTHORIZED: refused,
    RATE_LIMITED: words.tooMany({ minutes }),
    VALIDATION_ERROR: words.fieldRefused,
  })
}

export const Trouble = ({
  error,
  refused,
  actions,
}: {
  error: unknown
  refused: string
  actions?: ComponentChildren
}): JSX.Element => {
  const words = useWords()
  const maintained = error instanceof ApiError && error.maintenance !== undefined
  const id = error instanceof ApiError && error.status >= 500 && !maintained ? error.requestId : undefined
  return (
    <Notice tone={maintained ? 'info' : 'bad'} {...(maintained ? { icon: 'clock' } : {})} actions={actions}>
      <p>{troubleText(words, error, refused)}</p>
      {id && (
        <p>
          <small>{words.requestId({ id })}</small>
        </p>
      )}
    </Notice>
  )
}

export interface Attempt {
  readonly busy: boolean
  readonly error: unknown
  /** Runs one action at a time; an exception becomes `error`. */
  run(work: () => Promise<void>): Promise<void>
}

export const useAttempt = (): Attempt => {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(undefined)
  const run = async (work: () => Promise<void>): Promise<void> => {
    if (busy) return
    setBusy(true)
    setError(undefined)
    try {
      await work()
    } catch (thrown) {
      setError(thrown)
    } finally {
      setBusy(false)
    }
  }
  return { busy, error, run }
}
