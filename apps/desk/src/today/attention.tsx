/** Attention items: at most seven, each handled in place by its actions. */
import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { type AttentionGroup, type AttentionItem, attentionGroups } from '#contracts/attention.ts'
import type { Overview } from '#contracts/dashboard.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { AttentionRow } from './attention-row.tsx'
import { todayMessages } from './messages.ts'
import { keyOf, type ResolvedItems, shownItems, useResolvedItems } from './resolved-items.ts'

interface OthersProps {
  readonly group: AttentionGroup
  readonly n: number
  readonly building: string[] | undefined
}

/** Link to the list with all items of a group, where there are more than shown. */
const Others = ({ group, n, building }: OthersProps) => {
  const today = useMessages(todayMessages)
  const text = today.others({ n })
  switch (group) {
    case 'ASSIGN':
      return (
        <Link to="/tasks" search={{ building, assignee: ['none'], sort: 'createdAt' }}>
          {text}
        </Link>
      )
    case 'LATE':
      return (
        <Link to="/tasks" search={{ building, overdue: true }}>
          {text}
        </Link>
      )
    case 'HELP':
      return (
        <Link to="/tasks" search={{ building, priority: ['URGENT'], status: ['OPEN', 'IN_PROGRESS'] }}>
          {text}
        </Link>
      )
    default:
      return <span className="quiet">{text}</span>
  }
}

interface GroupProps {
  readonly group: AttentionGroup
  readonly items: readonly AttentionItem[]
  /** of all items, including those not shown */
  readonly count: number
  readonly building: string[] | undefined
  readonly resolved: ResolvedItems
}

const Group = ({ group, items, count, building, resolved }: GroupProps) => {
  const today = useMessages(todayMessages)
  const { number } = useFormat()
  const [open, setOpen] = useState(false)
  const listId = useId()
  const name = today.groups[group]
  const others = count - items.length
  const shown = shownItems(items, open, resolved)
  return (
    <li className="attention-group">
      {items.length > 1 || others > 0 ? (
        <h3>
          <Button
            variant="subtle"
            size="compact-sm"
            className="attention-name"
            aria-expanded={open}
            aria-controls={listId}
            rightSection={
              open ? <IconChevronUp size={14} aria-hidden /> : <IconChevronDown size={14} aria-hidden />
            }
            onClick={() => setOpen(!open)}
          >
            {today.groupCount({ name, count: number(Math.max(count, items.length)) })}
          </Button>
        </h3>
      ) : (
        <h3 className="attention-name">{name}</h3>
      )}
      <ul id={listId}>
        {shown.map((item) => (
          <AttentionRow key={keyOf(item)} item={item} resolved={resolved} />
        ))}
        {open && others > 0 ? (
          <li className="attention-others">
            <Others group={group} n={others} building={building} />
          </li>
        ) : null}
      </ul>
    </li>
  )
}

interface AttentionProps {
  readonly overview: Pick<Overview, 'attention' | 'attentionCounts' | 'generatedAt'>
  /** filter of Today */
  readonly building: string[] | undefined
}

export const Attention = ({
  overview: { attention, attentionCounts, generatedAt },
  building,
}: AttentionProps) => {
  const today = useMessages(todayMessages)
  const resolved = useResolvedItems(attention, generatedAt)
  const lines = attentionGroups.flatMap((group) => {
    const items = resolved.items.filter((item) => item.group === group)
    const count = attentionCounts.find((one) => one.group === group)?.count ?? 0
    return items.length > 0 ? [{ group, items, count }] : []
  })
  if (lines.length === 0) return <p className="all-done">{today.nothingNow}</p>
  return (
    <ul className="attention">
      {lines.map((line) => (
        <Group key={line.group} {...line} building={building} resolved={resolved} />
      ))}
    </ul>
  )
}
