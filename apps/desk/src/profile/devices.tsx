/** Signed-in devices: sign out one, all others, or all. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '#client/errors.ts'
import { logout, type Session, updateMe } from '#contracts/auth.ts'
import { client, tokens } from '#desk-kit/lib/api.ts'
import { refetchCurrentUser } from '#desk-kit/lib/current-user.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { Confirm } from '#desk-kit/parts/confirm.tsx'
import { Mark } from '#desk-kit/parts/mark.tsx'
import { Section } from '#desk-kit/parts/screen.tsx'
import { ErrorPanel } from '#desk-kit/parts/states.tsx'
import { When } from '#desk-kit/parts/when.tsx'
import { signOut } from '../frame/sign-out.ts'
import { profileMessages } from './messages.ts'

/** One after another; a session that has already ended counts as done. @returns how many were ended here */
const endAll = async (ids: readonly string[]): Promise<number> => {
  let ended = 0
  for (const id of ids) {
    try {
      await client.call(updateMe, { body: { endSession: id } })
      ended++
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'NOT_FOUND') throw error
    }
  }
  return ended
}

export const Devices = ({ sessions }: { sessions: readonly Session[] }) => {
  const { shell } = useMessages()
  const profile = useMessages(profileMessages)
  const [status, setStatus] = useState('')
  const [busy, setBusy] = useState<string>()
  const [error, setError] = useState<ApiError | null>(null)
  const [sure, setSure] = useState(false)
  const others = sessions.filter(({ current }) => !current)
  const sorted = [...sessions.filter(({ current }) => current), ...others]
  const run = async (what: string, work: () => Promise<string>): Promise<void> => {
    if (busy) return
    setBusy(what)
    setStatus('')
    setError(null)
    try {
      setStatus(await work())
    } catch (fault) {
      if (!(fault instanceof ApiError)) throw fault
      setError(fault)
    } finally {
      setBusy(undefined)
      if (tokens.read()) await refetchCurrentUser()
    }
  }
  const end = (session: Session): Promise<void> =>
    run(session.id, async () => {
      await endAll([session.id])
      return profile.ended({ device: session.device ?? profile.unknownDevice })
    })
  return (
    <Section title={profile.devices}>
      <div className="devices">
        <ul className="reports">
          {sorted.map((session) => (
            <li key={session.id} className="device">
              <div>
                <p className="line-of">
                  <strong>{session.device ?? profile.unknownDevice}</strong>
                  {session.current ? <Mark tone="good">{profile.thisDevice}</Mark> : null}
                </p>
                <small>
                  {profile.lastUsed} <When at={session.lastUsedAt} /> · {profile.signedInAt}{' '}
                  <When at={session.createdAt} />
                </small>
              </div>
              {session.current ? null : (
                <Button
                  size="compact-sm"
                  loading={busy === session.id}
                  aria-label={profile.endOf({ device: session.device ?? profile.unknownDevice })}
                  onClick={() => void end(session)}
                >
                  {shell.signOut}
                </Button>
              )}
            </li>
          ))}
        </ul>
        <p role="status">{status}</p>
        {error ? <ErrorPanel error={error} /> : null}
        <div className="actions">
          <Button variant="filled" onClick={() => void signOut()}>
            {profile.signOutHere}
          </Button>
          {others.length > 0 ? (
            <Button
              loading={busy === 'others'}
              onClick={() =>
                void run('others', async () =>
                  profile.othersEnded({ count: await endAll(others.map(({ id }) => id)) }),
                )
              }
            >
              {profile.signOutOthers}
            </Button>
          ) : null}
          <Button onClick={() => setSure(true)}>{profile.signOutEverywhere}</Button>
        </div>
      </div>
      {sure ? (
        <Confirm
          title={profile.everywhereTitle}
          submit={profile.signOutEverywhere}
          call={{ endpoint: logout, send: () => signOut(true) }}
          onClose={() => setSure(false)}
        >
          {profile.everywhereHelp}
        </Confirm>
      ) : null}
    </Section>
  )
}
