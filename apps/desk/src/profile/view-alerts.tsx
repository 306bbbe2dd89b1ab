/** Saved-search alerts of the current user. */
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { SavedView } from '#contracts/preferences.ts'
import { savedSearchScreens } from '#contracts/saved-search-alerts.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { parseSearch } from '#desk-kit/lib/search.ts'
import { useChangeViews } from '#desk-kit/list/use-views.ts'
import { Section } from '#desk-kit/parts/screen.tsx'
import { ErrorPanel } from '#desk-kit/parts/states.tsx'
import { When } from '#desk-kit/parts/when.tsx'
import { profileMessages } from './messages.ts'

const lists = { feedback: '/feedback', tasks: '/tasks' } as const

export const ViewAlerts = ({ views }: { views: readonly SavedView[] }) => {
  const profile = useMessages(profileMessages)
  const change = useChangeViews()
  const [status, setStatus] = useState('')
  const end = ({ id, name }: SavedView): void => {
    setStatus('')
    change.mutate((all) => all.map((view) => (view.id === id ? { ...view, tell: null } : view)), {
      onSuccess: () => setStatus(profile.wishEnded({ name })),
    })
  }
  const rows = views.flatMap((view) => {
    const screen = savedSearchScreens.find((one) => one === view.screen)
    return view.tell && screen ? [{ view, screen, tell: view.tell }] : []
  })
  return (
    <Section title={profile.alerts}>
      <div className="devices">
        {rows.length === 0 ? <p className="quiet">{profile.noWishes}</p> : null}
        <ul className="reports">
          {rows.map(({ view, screen, tell: { mail, push, since, valid } }) => (
            <li key={view.id} className="device">
              <div>
                <p className="line-of">
                  <Link to={lists[screen]} search={parseSearch(`?${view.query}`) as never}>
                    <bdi>{view.name}</bdi>
                  </Link>
                </p>
                <small>
                  {profile.wishOf[screen]} ·{' '}
                  {profile.wishWays[mail && push ? 'both' : mail ? 'mail' : 'push']} · {profile.wishSince}{' '}
                  <When at={since} />
                </small>
                {valid ? null : <p className="stale">{profile.wishUnknown}</p>}
              </div>
              <Button
                size="compact-sm"
                loading={change.isPending}
                aria-label={profile.endWishOf({ name: view.name })}
                onClick={() => end(view)}
              >
                {profile.endWish}
              </Button>
            </li>
          ))}
        </ul>
        <p role="status">{status}</p>
        {change.error ? <ErrorPanel error={change.error} /> : null}
      </div>
    </Section>
  )
}
