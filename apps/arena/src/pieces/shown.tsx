/** What an answer shows: the answer, that it is loading, or why there is none. */
import type { ComponentChildren, JSX } from 'preact'
import { useCell } from '#field-kit/cell.ts'
import { Notice } from '#field-kit/form.tsx'
import { Skeleton } from '#field-kit/lazy-screen.tsx'
import { errorText } from '#ui/errors.ts'
import { useAppServices } from '../app-services.ts'
import { useFormat, useWords } from '../words.ts'
import type { Answer } from './use-answer.ts'

/** @param quiet does not say that what is shown is old: another part of the screen does */
export const Shown = <T,>({
  of: { seen, failure, reread },
  quiet,
  children,
}: {
  of: Answer<T>
  quiet?: boolean
  children: (data: T) => ComponentChildren
}): JSX.Element | null => {
  const words = useWords()
  const { time } = useFormat()
  const { refused } = useAppServices()
  // The banner says it for the whole screen.
  const isRefused = useCell(refused) !== undefined
  if (!seen) {
    if (!failure) return <Skeleton />
    if (isRefused || quiet) return null
    const known = failure === 'UNKNOWN' ? undefined : failure
    return (
      <div role="alert">
        <Notice
          tone="warn"
          actions={
            <button type="button" onClick={reread}>
              {words.retry}
            </button>
          }
        >
          <p>{known?.code === 'NETWORK' ? words.nothingKept : errorText(words, known, {})}</p>
          {known?.requestId && <small>{words.requestId({ id: known.requestId })}</small>}
        </Notice>
      </div>
    )
  }
  const isOffline = failure && failure !== 'UNKNOWN' && failure.code === 'NETWORK'
  return (
    <>
      {failure && !quiet && (
        <div role="status">
          <Notice tone="info" icon={isOffline ? 'offline' : 'clock'}>
            {isOffline ? words.asOf({ time: time(seen.at) }) : words.asOfFailed({ time: time(seen.at) })}
          </Notice>
        </div>
      )}
      {children(seen.data)}
    </>
  )
}
