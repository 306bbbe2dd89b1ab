/** The matches of a preview, loaded page by page. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ApiError } from '#client/errors.ts'
import type { Matches } from '#contracts/kit/pieces.ts'
import { ErrorPanel } from '../parts/states.tsx'

const pageSize = 100

interface MoreMatches<T> {
  /** what has come so far, newest first */
  readonly rows: readonly T[]
  /** undefined: all that can be told has come */
  readonly more: (() => void) | undefined
  readonly asking: boolean
  readonly failed: ApiError | undefined
}

/**
 * @param first the matches that came with the preview
 * @param count how many there are
 * @param ask the same preview for another page
 */
export const useMoreMatches = <T,>(
  first: readonly T[],
  count: number,
  keyOf: (match: T) => string,
  ask: (page: Matches) => Promise<readonly T[] | undefined>,
): MoreMatches<T> => {
  const [rows, setRows] = useState(first)
  const [page, setPage] = useState(1)
  const [asking, setAsking] = useState(false)
  const [failed, setFailed] = useState<ApiError>()
  const [ended, setEnded] = useState(first.length >= count)
  const next = async (): Promise<void> => {
    setAsking(true)
    setFailed(undefined)
    try {
      const came = (await ask({ page, pageSize })) ?? []
      // What came newly meanwhile moves the others down: none is left out, some come twice.
      const known = new Map([...rows, ...came].map((match) => [keyOf(match), match]))
      setRows([...known.values()])
      setPage(page + 1)
      setEnded(came.length < pageSize || known.size >= count)
    } catch (error) {
      setFailed(error as ApiError)
    } finally {
      setAsking(false)
    }
  }
  return { rows, more: ended ? undefined : () => void next(), asking, failed }
}

interface MoreButtonProps {
  readonly count: number
  readonly matches: MoreMatches<unknown>
  readonly t: {
    readonly shownOf: (values: { shown: number; count: number }) => string
    readonly showMore: (values: { count: number }) => string
  }
}

export const MoreButton = ({ count, matches: { rows, more, asking, failed }, t }: MoreButtonProps) => {
  return (
    <>
      <p className="quiet">{t.shownOf({ shown: rows.length, count })}</p>
      {more ? (
        <Button size="xs" loading={asking} onClick={more}>
          {t.showMore({ count: Math.min(pageSize, count - rows.length) })}
        </Button>
      ) : null}
      {failed ? <ErrorPanel error={failed} /> : null}
    </>
  )
}
