/** Personal connections, each with what it may do, its end, and a way to end it now. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { updateMe } from '#contracts/auth.ts'
import type { PersonalConnection } from '#contracts/preferences.ts'
import { callOf } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { Confirm } from '#desk-kit/parts/confirm.tsx'
import { Mark } from '#desk-kit/parts/mark.tsx'
import { When } from '#desk-kit/parts/when.tsx'
import { connectionMessages } from './messages.ts'
import { NewConnection } from './new-connection.tsx'

/** As the service allows. */
const connectionsAtMost = 5

export type Shown = PersonalConnection & { readonly user?: { readonly name: string } }

export const isExpired = ({ expiresAt }: Pick<PersonalConnection, 'expiresAt'>): boolean =>
  Date.parse(expiresAt) <= Date.now()

const Row = ({ connection, onEnd }: { connection: Shown; onEnd: () => void }) => {
  const t = useMessages(connectionMessages)
  const { name, user, write, lastFour, lastUsedAt, expiresAt } = connection
  return (
    <li className="device">
      <div>
        <p className="line-of">
          <strong>{user ? `${name} · ${user.name}` : name}</strong>
          {isExpired(connection) ? <Mark tone="muted">{t.expired}</Mark> : null}
        </p>
        <small>
          {write ? t.writes : t.reads} · {t.ending({ ending: lastFour })}
          <br />
          {lastUsedAt ? (
            <>
              {t.used} <When at={lastUsedAt} />
            </>
          ) : (
            t.unused
          )}{' '}
          · {t.until} <When at={expiresAt} />
        </small>
      </div>
      <Button size="compact-sm" aria-label={t.endOf({ name })} onClick={onEnd}>
        {t.end}
      </Button>
    </li>
  )
}

/** @param own how many that work the person has already */
export const ConnectionList = ({
  connections,
  own,
  mayAdd,
}: {
  connections: readonly Shown[]
  own: number
  mayAdd: boolean
}) => {
  const t = useMessages(connectionMessages)
  const [adding, setAdding] = useState(false)
  const [ending, setEnding] = useState<Shown>()
  const [status, setStatus] = useState('')
  const isFull = own >= connectionsAtMost
  return (
    <div className="devices">
      {connections.length === 0 ? (
        <p>{t.none}</p>
      ) : (
        <ul className="reports">
          {connections.map((connection) => (
            <Row key={connection.id} connection={connection} onEnd={() => setEnding(connection)} />
          ))}
        </ul>
      )}
      <p role="status">{status}</p>
      {mayAdd ? (
        <div className="actions">
          {isFull ? <p>{t.full}</p> : <Button onClick={() => setAdding(true)}>{t.add}</Button>}
        </div>
      ) : null}
      {adding ? <NewConnection onClose={() => setAdding(false)} /> : null}
      {ending ? (
        <Confirm
          title={t.endTitle({ name: ending.name })}
          submit={t.end}
          call={callOf(updateMe, { body: { connections: { end: ending.id } } }, true)}
          onClose={() => setEnding(undefined)}
          onDone={() => {
            setStatus(t.ended({ name: ending.name }))
            setEnding(undefined)
          }}
        >
          {t.endHelp({ ending: ending.lastFour })}
        </Confirm>
      ) : null}
    </div>
  )
}
