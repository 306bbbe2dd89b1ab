/** List of submissions. `j` and `k` move between rows. */
import { Checkbox } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { Face } from '#desk-kit/parts/face.tsx'
import { Mark, StatusMark } from '#desk-kit/parts/mark.tsx'
import { When } from '#desk-kit/parts/when.tsx'
import { feedbackMessages } from './messages.ts'
import { placeOf, type Subject } from './subject.ts'

/** List and reading pane side by side. */
export const isWide = (): boolean => matchMedia('(min-width: 901px)').matches

const rowLink = (id: string): HTMLElement | null =>
  document.querySelector(`main [data-row="${CSS.escape(id)}"] [data-row-link]`)

export const focusRow = (id: string): void => {
  const row = rowLink(id)
  row?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: 'nearest' })
}

const excerpt = 240

const Words = ({ item }: { item: Subject }) => {
  const feedback = useMessages(feedbackMessages)
  const text = item.comment ?? item.issues.map(({ name, detail }) => detail ?? name).join(', ')
  return (
    <span dir="auto" lang={item.comment ? item.language : undefined} className="inbox-words">
      {text.slice(0, excerpt) || (item.images.length > 0 ? feedback.photoOnly : feedback.ratingOnly)}
    </span>
  )
}

interface RowProps {
  readonly item: Subject
  readonly current: boolean
  readonly picked: boolean
  readonly onPick: () => void
  readonly onOpen: () => void
}

const Row = ({ item, current, picked, onPick, onOpen }: RowProps) => {
  const { words } = useMessages()
  const feedback = useMessages(feedbackMessages)
  const { rating } = item
  const place = placeOf(item)
  const time = `${String(item.hour).padStart(2, '0')}:00`
  return (
    <li data-row={item.id} data-current={current || undefined} data-selected={picked || undefined}>
      <Checkbox
        size="xs"
        className="inbox-pick"
        tabIndex={current ? 0 : -1}
        aria-label={words.select({
          name: `${place}, ${feedback.atHour({ time })}`,
        })}
        checked={picked}
        onChange={onPick}
      />
      <Link
        to="."
        search={(before) => ({ ...before, id: item.id })}
        replace={isWide()}
        data-row-link
        className="inbox-row"
        tabIndex={current ? 0 : -1}
        aria-current={current || undefined}
        onFocus={() => {
          if (!current && isWide()) onOpen()
        }}
      >
        <span className="inbox-line">
          <span className={rating === null ? 'quiet' : `rating-mark rating-${rating}`}>
            {rating === null ? null : <Face rating={rating} />}
            <span>
              {rating === null ? words.noRating : `${rating} ${words.rating[String(rating) as '1']}`}
            </span>
          </span>
          <When at={item.createdAt} />
        </span>
        <Words item={item} />
        <small>
          {place} · {feedback.atHour({ time })}
          {item.images.length > 0 ? ` · ${words.photos({ count: item.images.length })}` : ''}
        </small>
      </Link>
      <p className="inbox-marks">
        {item.settled ? <Mark tone="good">{feedback.shows.done}</Mark> : null}
        {item.state === 'VISIBLE' ? null : <Mark tone="warn">{feedback.states[item.state]}</Mark>}
        {item.task ? (
          <span className="line-of">
            #{item.task.number} <StatusMark status={item.task.status} />
          </span>
        ) : null}
        {item.labels.map((label) => (
          <span key={label} className="inbox-label" dir="auto">
            {label}
          </span>
        ))}
      </p>
    </li>
  )
}

interface RowsProps {
  readonly items: readonly Subject[]
  readonly current: string | undefined
  readonly picked: ReadonlySet<string>
  readonly onPick: (id: string) => void
  readonly onOpen: (id: string) => void
  readonly label: string
}

export const Rows = ({ items, current, picked, onPick, onOpen, label }: RowsProps) => {
  const step = (event: KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    const at = items.findIndex(({ id }) => id === current)
    const next = items[Math.min(items.length - 1, Math.max(0, at + by))]
    if (!next) return
    event.preventDefault()
    focusRow(next.id)
  }
  return (
    <ul className="inbox-rows" aria-label={label} onKeyDown={step}>
      {items.map((item) => (
        <Row
          key={item.id}
          item={item}
          current={item.id === current}
          picked={picked.has(item.id)}
          onPick={() => onPick(item.id)}
          onOpen={() => onOpen(item.id)}
        />
      ))}
    </ul>
  )
}
