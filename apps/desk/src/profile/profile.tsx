/** AU6: own profile. Each section is saved separately. */
import { type ComponentType, Suspense } from 'react'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { includesRole, useMe } from '#desk-kit/lib/me.ts'
import { lazyComponent } from '#desk-kit/parts/lazy-component.tsx'
import { Screen } from '#desk-kit/parts/screen.tsx'
import { About, Preferences } from './about.tsx'
import { Devices } from './devices.tsx'
import { NotificationSettings } from './notifications.tsx'
import { Password } from './password.tsx'
import { ViewAlerts } from './view-alerts.tsx'

/** Most organisations are not connected to Slack. */
const SlackLink = lazyComponent(async () => (await import('./slack/slack-link.tsx')).SlackLink)

/** Few people connect an assistant. */
const MyConnections = lazyComponent(
  async () => (await import('../connections/my-connections.tsx')).MyConnections,
)

export const Page: ComponentType = () => {
  const { places } = useMessages()
  const { user, sessions, slack, flags, connections, version } = useMe()
  if (!user) throw new Error('Only people are signed in here')
  return (
    <Screen title={places.profile.name}>
      <About user={user} version={version} />
      <Preferences user={user} />
      <NotificationSettings user={user} version={version} />
      {includesRole(user.roles, 'MANAGER') ? <ViewAlerts views={user.savedViews} /> : null}
      <Password hasPassword={user.hasPassword} />
      {slack ? (
        <div id="slack">
          <Suspense>
            <SlackLink slack={slack} />
          </Suspense>
        </div>
      ) : null}
      {flags.includes('MCP') || connections.length > 0 ? (
        <Suspense>
          <MyConnections />
        </Suspense>
      ) : null}
      <Devices sessions={sessions} />
    </Screen>
  )
}
