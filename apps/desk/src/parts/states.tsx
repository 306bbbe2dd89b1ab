/** What a screen shows while it has nothing to show, or cannot. */
import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { ApiError } from '#client/errors.ts'
import type { Me } from '#contracts/auth.ts'
import { useFormat } from '../lib/format.ts'
import { useWords } from '../lib/language.tsx'
import { useMe } from '../lib/me.ts'

/** Grey rows in the place of the real ones, after 200 ms: a fast answer never flickers. */
export const Skeleton = ({ rows = 8 }: { rows?: number }) => {
  const { words } = useWords()
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 200)
    return () => clearTimeout(timer)
  }, [])
  if (!late) return <div className="skeleton-space" style={{ minHeight: rows * 37 }} />
  return (
    <div className="skeleton" role="status" aria-label={words.loading}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
        <span key={row} style={{ width: `${92 - ((row * 17) % 40)}%` }} />
      ))}
    </div>
  )
}

interface EmptyProps {
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
}

export const Empty = ({ title, children, action }: EmptyProps) => (
  <div className="empty">
    <p className="empty-title">{title}</p>
    {children ? <p>{children}</p> : null}
    {action}
  </div>
)

export const Filtered = ({ onClear }: { onClear: () => void }) => {
  const { words } = useWords()
  return (
    <Empty title={words.nothingMatches} action={<Button onClick={onClear}>{words.clearFilters}</Button>} />
  )
}

const RequestId = ({ id }: { id: string | undefined }) => {
  const { words } = useWords()
  const [copied, setCopied] = useState(false)
  if (!id) return null
  const copy = async (): Promise<void> => {
    await navigator.clipboard?.writeText(id)
    setCopied(true)
  }
  return (
    <p className="request-id">
      {words.requestId} <code>{id}</code>{' '}
      <button type="button" className="as-link" onClick={() => void copy()}>
        {copied ? words.copied : words.copy}
      </button>
    </p>
  )
}

export type QuotaName = keyof Me['limits']

const PlanLimit = ({ quota }: { quota: QuotaName }) => {
  const { words } = useWords()
  const { limits } = useMe()
  const { number } = useFormat()
  const { used, limit } = limits[quota]
  if (limit === null) return null
  return <p>{words.usedOf({ what: words.quota[quota], used: number(used), allowed: number(limit) })}</p>
}

/** What happened, what is safe, and what can be done. */
export const useErrorWords = (): ((error: ApiError) => string) => {
  const { errors } = useWords()
  const me = useMe()
  return (error) => {
    switch (error.code) {
      case 'NETWORK':
        return errors.network
      case 'BAD_ANSWER':
        return errors.badAnswer
      case 'NOT_FOUND':
        return errors.notFound
      case 'FORBIDDEN':
        return me.tenant.readOnly ? errors.readOnly : errors.forbidden
      case 'PLAN_LIMIT_REACHED':
        return errors.planLimit
      case 'PRECONDITION_FAILED':
        return errors.changedMeanwhile
      case 'UNAUTHORIZED':
        return errors.signedOut
      case 'RATE_LIMITED':
        return errors.stillBusy
      case 'INTERNAL_ERROR':
        return errors.internal
      case 'SERVICE_UNAVAILABLE':
        if (error.maintenance === 'told') return `${errors.maintenance} ${error.message}`
        return error.maintenance ? errors.maintenance : errors.unavailable
      default:
        return error.message
    }
  }
}

interface ErrorPanelProps {
  readonly error: ApiError
  readonly onRetry?: (() => void) | undefined
  readonly quota?: QuotaName | undefined
}

export const ErrorPanel = ({ error, onRetry, quota }: ErrorPanelProps) => {
  const { words } = useWords()
  const say = useErrorWords()
  return (
    <div className={error.maintenance ? 'error-panel calm' : 'error-panel'} role="alert">
      <p className="error-title">{say(error)}</p>
      {error.code === 'PLAN_LIMIT_REACHED' && quota ? <PlanLimit quota={quota} /> : null}
      {error.details.length > 0 && error.code === 'VALIDATION_ERROR' ? (
        <ul>
          {error.details.map(({ path, message }) => (
            <li key={`${path}${message}`}>
              {path.replace(/^(body|query|params)\.?/, '')}: {message}
            </li>
          ))}
        </ul>
      ) : null}
      {onRetry && error.code !== 'NOT_FOUND' && error.code !== 'FORBIDDEN' ? (
        <Button onClick={onRetry}>{words.retry}</Button>
      ) : null}
      {error.maintenance ? null : <RequestId id={error.requestId} />}
    </div>
  )
}

interface AnswerProps<T> {
  readonly of: UseQueryResult<T, ApiError>
  readonly rows?: number
  readonly children: (data: T) => ReactNode
}

/** Loading, failed, or there. A failed refresh keeps what is there and says so. */
export const Answer = <T,>({ of, rows, children }: AnswerProps<T>) => {
  const { words } = useWords()
  const { ago } = useFormat()
  if (of.data !== undefined) {
    return (
      <>
        {of.error ? (
          <p className="stale" role="status">
            {words.stale({ ago: ago(new Date(of.dataUpdatedAt).toISOString()) })}{' '}
            <button type="button" className="as-link" onClick={() => void of.refetch()}>
              {words.retry}
            </button>
          </p>
        ) : null}
        {children(of.data)}
      </>
    )
  }
  if (of.error) return <ErrorPanel error={of.error} onRetry={() => void of.refetch()} />
  return <Skeleton {...(rows ? { rows } : {})} />
}
