/** Recent activity, newest first. */
import { Link } from '@tanstack/react-router'
import type { Overview } from '#contracts/dashboard.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useHasRole } from '#desk-kit/lib/me.ts'
import { When } from '#desk-kit/parts/when.tsx'
import { todayMessages } from './messages.ts'

const Text = ({ entry }: { entry: Overview['activity'][number] }) => {
  const admin = useHasRole('ADMIN')
  const [subject] = entry.type.split('.')
  if (subject === 'task' || subject === 'sla') {
    return (
      <Link to="/tasks/$id" params={{ id: entry.id }}>
        {entry.text}
      </Link>
    )
  }
  if (subject === 'feedback') {
    return (
      <Link to="/feedback/$id" params={{ id: entry.id }}>
        {entry.text}
      </Link>
    )
  }
  if ((subject === 'status' || subject === 'amenity') && entry.type !== 'amenity.deleted') {
    return admin ? (
      <Link to="/amenities/$id" params={{ id: entry.id }}>
        {entry.text}
      </Link>
    ) : (
      <Link to="/amenities/$id/figures" params={{ id: entry.id }}>
        {entry.text}
      </Link>
    )
  }
  return <span>{entry.text}</span>
}

export const Activity = ({ entries }: { entries: Overview['activity'] }) => {
  const today = useMessages(todayMessages)
  if (entries.length === 0) return <p className="quiet">{today.noActivity}</p>
  return (
    <ol className="activity">
      {entries.map((entry) => (
        <li key={`${entry.at}${entry.type}${entry.id}`}>
          <When at={entry.at} />
          <Text entry={entry} />
        </li>
      ))}
    </ol>
  )
}
