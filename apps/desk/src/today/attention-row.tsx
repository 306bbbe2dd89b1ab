/** A row of an attention item: what, where, why, since when, and its actions; once resolved, the outcome. */
import { Button, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { ApiError } from '#client/errors.ts'
import type { AttentionAct, AttentionItem } from '#contracts/attention.ts'
import { sayPlace } from '#contracts/kit/place.ts'
import { refetchAfterConflict } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useHasRole } from '#desk-kit/lib/me.ts'
import { useNow } from '#desk-kit/lib/now.ts'
import { useFocusBack } from '#desk-kit/parts/focus-back.ts'
import { lazyComponent } from '#desk-kit/parts/lazy-component.tsx'
import { ErrorPanel } from '#desk-kit/parts/states.tsx'
import { When } from '#desk-kit/parts/when.tsx'
import { shortSpan } from '#i18n/times.ts'
import type { ActionProps, Outcome } from './actions/outcome.ts'
import { todayMessages } from './messages.ts'
import type { ResolvedItems } from './resolved-items.ts'

const Action = lazyComponent(async () => (await import('./actions/action.tsx')).default)

/** Links to the screen where the item can be handled. */
const Name = ({ item: { kind, id, name, acts, until } }: { item: AttentionItem }) => {
  const admin = useHasRole('ADMIN')
  const mark = { 'data-row-link': true }
  switch (kind) {
    case 'TASK':
      return (
        <Link to="/tasks/$id" params={{ id }} {...mark}>
          {name}
        </Link>
      )
    case 'AMENITY':
      return admin ? (
        <Link to="/amenities/$id" params={{ id }} {...mark}>
          {name}
        </Link>
      ) : (
        <Link to="/amenities/$id/figures" params={{ id }} {...mark}>
          {name}
        </Link>
      )
    case 'BUILDING':
      // A gap in duty has an end; without one the item is about the building.
      if (until === null)
        return admin ? (
          <Link to="/buildings/$id" params={{ id }} {...mark}>
            {name}
          </Link>
        ) : (
          <span>{name}</span>
        )
      return (
        <Link to="/shifts" search={{ building: [id] }} {...mark}>
          {name}
        </Link>
      )
    case 'FEEDBACK':
      return (
        <Link to="/feedback/$id" params={{ id }} {...mark}>
          <q dir="auto">{name}</q>
        </Link>
      )
    case 'OPERATOR':
      return (
        <Link to="/operators/$id" params={{ id }} {...mark}>
          {name}
        </Link>
      )
    case 'WEBHOOK':
      return (
        <Link to="/admin/webhooks/$id" params={{ id }} {...mark}>
          {name}
        </Link>
      )
    case 'SLACK':
      return (
        <Link to="/slack" {...mark}>
          {name}
        </Link>
      )
    case 'MAILING':
      return (
        <Link to="/mailings" search={acts.length > 0 ? { state: ['FAILING'] } : {}} {...mark}>
          {name}
        </Link>
      )
    case 'QR_CODE':
      return admin ? (
        <Link to="/qr-codes" search={{ q: name }} {...mark}>
          {name}
        </Link>
      ) : (
        <span>{name}</span>
      )
    case 'SCHEDULE':
      return (
        <Link to="/schedules" search={{ q: name }} {...mark}>
          {name}
        </Link>
      )
    case 'ROUND':
      return admin ? (
        <Link to="/rounds/$id" params={{ id }} {...mark}>
          {name}
        </Link>
      ) : (
        <span>{name}</span>
      )
    case 'ORGANISATION':
      return admin ? (
        <Link to="/settings" {...mark}>
          {name}
        </Link>
      ) : (
        <span>{name}</span>
      )
    default:
      return kind satisfies never
  }
}

const placeOf = ({ kind, amenity, floor, building }: AttentionItem): string =>
  sayPlace(
    kind === 'AMENITY' ? undefined : amenity?.name,
    floor,
    kind === 'BUILDING' ? undefined : building?.name,
  )

/** The reason already contains a certificate's date; of late work it matters how late it is. */
const Since = ({ item: { kind, group, since, until } }: { item: AttentionItem }) => {
  const today = useMessages(todayMessages)
  const { full, locale } = useFormat()
  const now = useNow()
  if (kind === 'OPERATOR') return null
  if (group === 'LATE')
    return (
      <time dateTime={since} title={full(since)} className="when">
        {today.late({ time: shortSpan(now - Date.parse(since), locale) })}
      </time>
    )
  if (until === null) return <When at={since} />
  return (
    <span className="when">
      {full(since)} – {full(until)}
    </span>
  )
}

/** How urgent a task is, and who has it. */
const TaskFacts = ({ item: { priority, assignee } }: { item: AttentionItem }) => {
  const { words } = useMessages()
  const today = useMessages(todayMessages)
  return priority ? (
    <small>
      {words.priority[priority]} · <bdi>{assignee ?? today.groups.ASSIGN}</bdi>
    </small>
  ) : null
}

interface RowActionsProps {
  readonly item: AttentionItem
  readonly busy: AttentionAct | undefined
  readonly onAction: (action: AttentionAct) => void
}

const RowActions = ({ item, busy, onAction }: RowActionsProps) => {
  const { words } = useMessages()
  const today = useMessages(todayMessages)
  const [first, ...more] = item.acts
  if (!first) return null
  return (
    <span className="attention-actions">
      <Button
        size="compact-sm"
        loading={busy !== undefined}
        aria-label={today.actOn({ act: today.acts[first], name: item.name })}
        onClick={() => onAction(first)}
      >
        {today.acts[first]}
      </Button>
      {more.length > 0 ? (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button
              size="compact-sm"
              className="attention-more"
              aria-label={today.actOn({ act: words.more, name: item.name })}
            >
              <IconDots size={16} aria-hidden />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {more.map((action) => (
              <Menu.Item key={action} onClick={() => onAction(action)}>
                {today.acts[action]}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </span>
  )
}

interface ItemOutcomeProps {
  readonly item: AttentionItem
  readonly outcome: Outcome
  readonly onUndone: () => void
}

const ItemOutcome = ({ item, outcome: { message, undo }, onUndone }: ItemOutcomeProps) => {
  const today = useMessages(todayMessages)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError>()
  const isStale = error?.code === 'PRECONDITION_FAILED'
  const line = useRef<HTMLParagraphElement>(null)
  // The pressed button has unmounted, and the dialog releases the focus a moment later.
  useEffect(() => {
    const timer = setTimeout(() => {
      if (document.activeElement === null || document.activeElement === document.body)
        line.current?.focus({ preventScroll: true })
    }, 60)
    return () => clearTimeout(timer)
  }, [])
  const takeBack = async (): Promise<void> => {
    setBusy(true)
    setError(undefined)
    try {
      await undo?.()
      onUndone()
    } catch (fault) {
      if (!(fault instanceof ApiError)) throw fault
      setError(fault)
      setBusy(false)
      void refetchAfterConflict(fault)
    }
  }
  return (
    <>
      <p className="attention-said" role="status" tabIndex={-1} ref={line}>
        {message}
      </p>
      <span className="attention-actions">
        {undo && !isStale ? (
          <Button
            size="compact-sm"
            loading={busy}
            aria-label={today.actOn({ act: today.undo, name: item.name })}
            onClick={() => void takeBack()}
          >
            {today.undo}
          </Button>
        ) : null}
      </span>
      {error ? <ErrorPanel error={error} message={isStale ? today.notUndone : undefined} /> : null}
    </>
  )
}

/** While loading, the pressed button gives up the focus, so a later dialog has none to return. */
const OpenAction = (props: ActionProps & { action: AttentionAct }) => {
  useFocusBack(true)
  return (
    <Suspense>
      <Action {...props} />
    </Suspense>
  )
}

export const AttentionRow = ({ item, resolved }: { item: AttentionItem; resolved: ResolvedItems }) => {
  const outcome = resolved.outcomeOf(item)
  const action = resolved.openActionOf(item)
  const place = placeOf(item)
  const ended = outcome !== undefined && outcome.ended !== false
  return (
    <li className={ended ? 'matter ended' : 'matter'}>
      <span className="attention-what">
        <Name item={item} />
        {place ? <small>{place}</small> : null}
      </span>
      {ended ? (
        <ItemOutcome item={item} outcome={outcome} onUndone={() => resolved.forget(item)} />
      ) : (
        <>
          <span className="attention-why">
            <span>
              {item.reason} <Since item={item} />
            </span>
            <TaskFacts item={item} />
            {outcome ? (
              <strong role="status">{outcome.message}</strong>
            ) : item.suggestion ? (
              <small>{item.suggestion}</small>
            ) : null}
          </span>
          <RowActions item={item} busy={action} onAction={(next) => resolved.begin(item, next)} />
        </>
      )}
      {action ? (
        <OpenAction
          action={action}
          item={item}
          onDone={(result) => resolved.resolve(item, result)}
          onClose={resolved.stop}
        />
      ) : null}
    </li>
  )
}
