/** ADM-22: AI assistants by MCP: the address, and every connection of the team. */
import type { ComponentType } from 'react'
import { getMe } from '#contracts/auth.ts'
import { useApi } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useMe } from '#desk-kit/lib/me.ts'
import { CopyButton } from '#desk-kit/parts/copy.tsx'
import { Screen, Section } from '#desk-kit/parts/screen.tsx'
import { QueryView } from '#desk-kit/parts/states.tsx'
import { Breadcrumb } from '#desk-kit/shell/breadcrumb.tsx'
import { ConnectionList, isExpired } from '../../connections/connection-list.tsx'
import { assistantMessages } from './messages.ts'

export const Page: ComponentType = () => {
  const { places } = useMessages()
  const t = useMessages(assistantMessages)
  const { connections, flags } = useMe()
  const team = useApi(getMe, { query: { connections: 'everyone' } })
  const isOn = flags.includes('MCP')
  const address = `${location.origin}/mcp`
  return (
    <Screen
      title={places.assistants.name}
      breadcrumb={<Breadcrumb name="assistants" />}
      beside={<p className="quiet">{t.help}</p>}
    >
      {isOn ? (
        <Section title={t.address}>
          <div>
            <p>
              <code>{address}</code>
            </p>
            <CopyButton text={address} label={t.copy} />
          </div>
        </Section>
      ) : (
        <p>{t.off}</p>
      )}
      <Section title={t.all}>
        <QueryView of={team}>
          {({ teamConnections = [] }) => (
            <ConnectionList
              connections={teamConnections}
              own={connections.filter((one) => !isExpired(one)).length}
              mayAdd={isOn}
            />
          )}
        </QueryView>
      </Section>
    </Screen>
  )
}
