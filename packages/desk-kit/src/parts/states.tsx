/** States of a screen without content: loading, empty, failed, or excluded by plan. */
import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { ApiError } from '#client/errors.ts'
import type { Me } from '#contracts/auth.ts'
import type { Plan } from '#contracts/kit/vocabulary.ts'
import { useFormat } from '../lib/format.ts'
import { useMessages } from '../lib/language.tsx'
import { useHasRole, useMe, useViewer } from '../lib/me.ts'

/** Appears after 200 ms, so that fast answers do not flicker. */
export const Skeleton = ({ rows = 8 }: { rows?: number }) => {
  const { words } = useMessages()
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
  const { words } = useMessages()
  return (
    <Empty title={words.nothingMatches} action={<Button onClick={onClear}>{words.clearFilters}</Button>} />
  )
}

const RequestId = ({ id }: { id: string | undefined }) => {
  const { words } = useMessages()
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

/** Plans are changed outside the desk, so this names whom to ask. */
const usePlanStep = (): string => {
  const { errors } = useMessages()
  return useHasRole('ADMIN') ? errors.planAsAdmin : errors.planAsOther
}

const PlanLimit = ({ quota }: { quota: QuotaName }) => {
  const { words } = useMessages()
  const { limits } = useMe()
  const step = usePlanStep()
  const { number } = useFormat()
  const { used, limit } = limits[quota]
  if (limit === null) return null
  return (
    <p>
      {words.usedOf({ what: words.quota[quota], used: number(used), allowed: number(limit) })} {step}
    </p>
  )
}

export const PlanNeeded = ({ plan }: { plan: Plan }) => {
  const { errors, words } = useMessages()
  const { tenant } = useMe()
  const step = usePlanStep()
  return (
    <Empty title={errors.gated({ plan: words.plans[plan] })}>
      {errors.youHave({ plan: words.plans[tenant.plan] })} {step}
    </Empty>
  )
}

/** The error in words: what happened, and what to do. */
export const useErrorText = (): ((error: ApiError) => string) => {
  const { errors } = useMessages()
  const { staff } = useViewer()
  return (error) => {
    switch (error.code) {
      case 'NETWORK':
        return errors.network
      case 'BAD_ANSWER':
        return errors.badAnswer
      case 'NOT_FOUND':
      case 'QR_NOT_CONFIGURED':
        return errors.notFound
      case 'FORBIDDEN':
        return staff?.tenant.readOnly ? errors.readOnly : errors.forbidden
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
      case 'VALIDATION_ERROR':
        return errors.notAccepted
      case 'CONFLICT':
        return errors.doesNotGo
      case 'PAYLOAD_TOO_LARGE':
        return errors.tooLarge
      case 'UNSUPPORTED_MEDIA_TYPE':
        return errors.otherKind
      case 'IDEMPOTENCY_KEY_REUSED':
        return errors.sentBefore
      default:
        // A code of a newer service version.
        error.code satisfies never
        return errors.notAccepted
    }
  }
}

/** The English message of the service, where it adds something to the text of the code. */
export const RefusalDetail = ({ error }: { error: ApiError }) => {
  const { errors } = useMessages()
  if (error.code !== 'VALIDATION_ERROR' && error.code !== 'CONFLICT') return null
  const detailLines =
    error.details.length > 0
      ? error.details.map(({ path, message }) => {
          const where = path.replace(/^(body|query|params|operation)\.?/, '')
          return where ? `${where}: ${message}` : message
        })
      : [error.message]
  return (
    <div className="refusal-detail">
      <p>{errors.detail}</p>
      <ul lang="en">
        {detailLines.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </div>
  )
}

interface ErrorPanelProps {
  readonly error: ApiError
  /** overrides the text of the code */
  readonly message?: string | undefined
  readonly onRetry?: (() => void) | undefined
  readonly quota?: QuotaName | undefined
}

export const ErrorPanel = ({ error, message, onRetry, quota }: ErrorPanelProps) => {
  const { words } = useMessages()
  const say = useErrorText()
  return (
    <div className={error.maintenance ? 'error-panel calm' : 'error-panel'} role="alert">
      <p className="error-title">{message ?? say(error)}</p>
      {error.code === 'PLAN_LIMIT_REACHED' && quota ? <PlanLimit quota={quota} /> : null}
      {message ? null : <RefusalDetail error={error} />}
      {onRetry && error.code !== 'NOT_FOUND' && error.code !== 'FORBIDDEN' ? (
        <Button onClick={onRetry}>{words.retry}</Button>
      ) : null}
      {error.maintenance ? null : <RequestId id={error.requestId} />}
    </div>
  )
}

interface QueryViewProps<T> {
  readonly of: UseQueryResult<T, ApiError>
  readonly rows?: number
  readonly children: (data: T) => ReactNode
}

/** Renders a query: loading, failed or its data. A failed refetch keeps the data and says so. */
export const QueryView = <T,>({ of, rows, children }: QueryViewProps<T>) => {
  const { errors, words } = useMessages()
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
  if (of.error) {
    // What was opened before is kept on the device and has data; the query runs again once there is a connection.
    const isNew = of.error.code === 'NETWORK' && !navigator.onLine
    return (
      <ErrorPanel
        error={of.error}
        message={isNew ? errors.neverOpened : undefined}
        onRetry={() => void of.refetch()}
      />
    )
  }
  return <Skeleton {...(rows ? { rows } : {})} />
}
