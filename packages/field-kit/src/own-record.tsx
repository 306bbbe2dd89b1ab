/** Attempts to change something, their result, and reading the own record. */
import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Cell } from '#client/cell.ts'
import { ApiError } from '#client/errors.ts'
import { errorText } from '#ui/errors.ts'
import { useCell } from './cell.ts'
import { Notice } from './form.tsx'
import { type KitWords, useKitWords } from './words.ts'

const troubleText = (words: KitWords, error: unknown): string =>
  errorText(words, error instanceof ApiError ? error : undefined, {
    PRECONDITION_FAILED: words.changedElsewhere,
    UNAUTHORIZED: words.ended,
    FORBIDDEN: words.ownReadOnly,
    VALIDATION_ERROR: words.notSaved,
    NOT_FOUND: words.notSaved,
    CONFLICT: words.notSaved,
  })

export interface Attempt {
  readonly busy: boolean
  readonly done: boolean
  readonly error: unknown
  /** Runs one action at a time; an exception becomes `error`. */
  run(work: () => Promise<void>): Promise<void>
  /** The same, without waiting for a running action. */
  runBeside(work: () => Promise<void>): Promise<void>
  clear(): void
}

export const useAttempt = (): Attempt => {
  const [state, setState] = useState<{ busy: boolean; done: boolean; error: unknown }>({
    busy: false,
    done: false,
    error: undefined,
  })
  const runBeside: Attempt['run'] = async (work) => {
    setState({ busy: true, done: false, error: undefined })
    try {
      await work()
      setState({ busy: false, done: true, error: undefined })
    } catch (error) {
      setState({ busy: false, done: false, error })
    }
  }
  return {
    ...state,
    runBeside,
    run: async (work) => {
      if (!state.busy) await runBeside(work)
    },
    clear: () => {
      if (state.done || state.error) setState({ ...state, done: false, error: undefined })
    },
  }
}

interface OutcomeProps {
  readonly attempt: Attempt
  readonly saved: string
  /** Reads the record again, which is offered after a conflict. */
  readonly onReload?: () => Promise<void>
}

/** Announces the result. */
export const Outcome = ({ attempt, saved, onReload }: OutcomeProps): JSX.Element => {
  const words = useKitWords()
  const { error } = attempt
  const isConflict = error instanceof ApiError && error.code === 'PRECONDITION_FAILED'
  const requestId = error instanceof ApiError && error.status >= 500 ? error.requestId : undefined
  return (
    <div role={error ? 'alert' : 'status'}>
      {error ? (
        <Notice
          tone={isConflict ? 'info' : 'warn'}
          actions={
            isConflict && onReload ? (
              <button type="button" onClick={() => attempt.run(onReload).then(attempt.clear)}>
                {words.loadAgain}
              </button>
            ) : undefined
          }
        >
          <p>{troubleText(words, error)}</p>
          {requestId && <small>{words.requestId({ id: requestId })}</small>}
        </Notice>
      ) : attempt.done ? (
        <Notice tone="good">{saved}</Notice>
      ) : null}
    </div>
  )
}

/** Reads the own record and draws its children once it is there. */
export const WithRecord = <T,>({
  source,
  children,
}: {
  source: { readonly record: Cell<T | undefined>; load(): Promise<void> }
  children: (record: T) => ComponentChildren
}): JSX.Element => {
  const words = useKitWords()
  const record = useCell(source.record)
  const reading = useAttempt()
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once when the screen opens
  useEffect(() => {
    reading.run(source.load)
  }, [])
  if (record !== undefined) return <>{children(record)}</>
  if (reading.error)
    return (
      <div role="alert">
        <Notice
          tone="warn"
          actions={
            <button type="button" onClick={() => reading.run(source.load)}>
              {words.retry}
            </button>
          }
        >
          {troubleText(words, reading.error)}
        </Notice>
      </div>
    )
  return (
    <div class="skeleton" role="status">
      <span class="vh">{words.loading}</span>
      <span />
      <span />
    </div>
  )
}

/** A checkbox with a large target and a hint. */
export const Tick = ({
  label,
  hint,
  checked,
  onChange,
}: {
  label: string
  hint?: string
  checked: boolean
  onChange: (checked: boolean) => void
}): JSX.Element => (
  <label class="tick plain">
    <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
    <span>
      {label}
      {hint && (
        <>
          <br />
          <small>{hint}</small>
        </>
      )}
    </span>
  </label>
)
