/** Where somebody must act now, each with its reason; the first thing on the page. */
import { Link } from '@tanstack/react-router'
import type { Overview } from '#contracts/dashboard.ts'
import { useWords } from '../lib/language.tsx'
import { useHolds } from '../lib/me.ts'
import { When } from '../parts/when.tsx'
import { todayWords } from './words.ts'

type Item = Overview['attention'][number]

const Name = ({ item }: { item: Item }) => {
  const admin = useHolds('ADMIN')
  const mark = { 'data-row-link': true }
  switch (item.kind) {
    case 'TASK':
      return (
        <Link to="/tasks/$id" params={{ id: item.id }} {...mark}>
          {item.name}
        </Link>
      )
    case 'AMENITY':
      return admin ? (
        <Link to="/amenities/$id" params={{ id: item.id }} {...mark}>
          {item.name}
        </Link>
      ) : (
        <Link to="/feedback" search={{ amenity: [item.id] }} {...mark}>
          {item.name}
        </Link>
      )
    case 'BUILDING':
      return (
        <Link to="/tasks" search={{ building: [item.id] }} {...mark}>
          {item.name}
        </Link>
      )
    case 'QR_CODE':
      return admin ? (
        <Link to="/qr-codes" search={{ q: item.name }} {...mark}>
          {item.name}
        </Link>
      ) : (
        <span>{item.name}</span>
      )
  }
}

export const Attention = ({ items }: { items: Overview['attention'] }) => {
  const today = useWords(todayWords)
  if (items.length === 0) return <p className="all-done">{today.nothingNow}</p>
  return (
    <ol className="attention">
      {items.map((item) => (
        <li key={`${item.kind}${item.id}${item.reason}`}>
          <span className="attention-kind">{today.kind[item.kind]}</span>
          <span className="attention-what">
            <Name item={item} />
            {item.building ? <small>{item.building.name}</small> : null}
          </span>
          <span className="attention-why">
            {item.reason}
            {item.suggestion ? <small>{item.suggestion}</small> : null}
          </span>
          <span className="attention-since">
            <When at={item.since} />
          </span>
        </li>
      ))}
    </ol>
  )
}
