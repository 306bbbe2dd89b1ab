/** Matches of a preview, loaded page by page. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ApiError } from '#client/errors.ts'
import type { Matches } from '#contracts/kit/pieces.ts'
import { ErrorPanel } from '#desk-kit/parts/states.tsx'

const pageSize = 100

interface MoreMatches<T> {
  /** loaded so far, newest first */
  readonly rows: readonly T[]
  /** undefined: all available matches have loaded */
  readonly more: (() => void) | undefined
  readonly isLoading: boolean
  readonly failed: ApiError | undefined
}

/** @param first matches that loaded with the preview @param count total @param ask loads the preview with another page */
export const useMoreMatches = <T,>(
  first: readonly T[],
  count: number,
  keyOf: (match: T) => string,
  ask: (page: Matches) => Promise<readonly T[] | undefined>,
): MoreMatches<T> => {
  const [rows, setRows] = useState(first)
  const [page, setPage] = useState(1)
  const [isLoading, setLoading] = useState(false)
  const [failed, setFailed] = useState<ApiError>()
  const [ended, setEnded] = useState(first.length >= count)
  const next = async (): Promise<void> => {
    setLoading(true)
    setFailed(undefined)
    try {
      const loaded = (await ask({ page, pageSize })) ?? []
      // New matches shift the pages, so some are returned twice; none is missed.
      const known = new Map([...rows, ...loaded].map((match) => [keyOf(match), match]))
      setRows([...known.values()])
      setPage(page + 1)
      setEnded(loaded.length < pageSize || known.size >= count)
    } catch (error) {
      setFailed(error as ApiError)
    } finally {
      setLoading(false)
    }
  }
  return { rows, more: ended ? undefined : () => void next(), isLoading, failed }
}

interface MoreButtonProps {
  readonly count: number
  readonly matches: MoreMatches<unknown>
  readonly t: {
    readonly shownOf: (values: { shown: number; count: number }) => string
    readonly showMore: (values: { count: number }) => string
  }
}

export const MoreButton = ({ count, matches: { rows, more, isLoading, failed }, t }: MoreButtonProps) => {
  return (
    <>
      <p className="quiet">{t.shownOf({ shown: rows.length, count })}</p>
      {more ? (
        <Button size="xs" loading={isLoading} onClick={more}>
          {t.showMore({ count: Math.min(pageSize, count - rows.length) })}
        </Button>
      ) : null}
      {failed ? <ErrorPanel error={failed} /> : null}
    </>
  )
}
