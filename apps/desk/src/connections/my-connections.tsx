/** The part of the profile. */
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useMe } from '#desk-kit/lib/me.ts'
import { Section } from '#desk-kit/parts/screen.tsx'
import { ConnectionList, isExpired } from './connection-list.tsx'
import { connectionMessages } from './messages.ts'

export const MyConnections = () => {
  const t = useMessages(connectionMessages)
  const { connections, flags } = useMe()
  return (
    <Section title={t.title}>
      <div>
        <p>{t.help}</p>
        <ConnectionList
          connections={connections}
          own={connections.filter((one) => !isExpired(one)).length}
          mayAdd={flags.includes('MCP')}
        />
      </div>
    </Section>
  )
}
