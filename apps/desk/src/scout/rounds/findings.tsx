/** Findings of a round, with the tasks that they became. */
import { Link } from '@tanstack/react-router'
import type { Finding } from '#contracts/scout/findings.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { Mark, StatusMark, type Tone } from '#desk-kit/parts/mark.tsx'
import { Photos } from '#desk-kit/parts/photos.tsx'
import { roundMessages } from './messages.ts'

const tones: Readonly<Record<Finding['severity'], Tone>> = {
  CRITICAL: 'bad',
  MAJOR: 'warn',
  MINOR: 'info',
  OBSERVATION: 'muted',
}

export const Findings = ({ found }: { found: readonly Finding[] }) => {
  const t = useMessages(roundMessages)
  if (found.length === 0) return <p className="quiet">{t.noFindings}</p>
  return (
    <ul className="notes">
      {found.map(({ id, severity, categoryName, amenity, text, photos, state, joined, task, reason }) => (
        <li key={id}>
          <span className="line-of">
            <Mark tone={tones[severity]}>{t.severities[severity]}</Mark>
            <strong>{categoryName}</strong>
            <span>{amenity.name}</span>
            <small>{t.findingStates[state]}</small>
          </span>
          {text ? (
            <span className="prose" dir="auto">
              {text}
            </span>
          ) : null}
          {reason ? <q dir="auto">{reason}</q> : null}
          {task ? (
            <span className="line-of">
              <Link to="/tasks" search={{ q: `#${task.number}`, status: ['OPEN', 'IN_PROGRESS', 'DONE'] }}>
                #{task.number} {task.title}
              </Link>
              <StatusMark status={task.status} />
              {joined ? <small>{t.joined}</small> : null}
            </span>
          ) : null}
          <Photos images={photos} />
        </li>
      ))}
    </ul>
  )
}
