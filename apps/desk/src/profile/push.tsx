/** Push notifications in this browser and on other devices, with a test. */
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { ApiError } from '#client/errors.ts'
import type { TestNotification } from '#contracts/preferences.ts'
import { refetchCurrentUser, useUpdateCurrentUser } from '#desk-kit/lib/current-user.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useMe } from '#desk-kit/lib/me.ts'
import { ErrorPanel } from '#desk-kit/parts/states.tsx'
import { When } from '#desk-kit/parts/when.tsx'
import { onWorkerWord, PushRefused, type PushState } from '#pwa/push-device.ts'
import { pushState, switchOff, switchOn } from '#pwa/staff-push.ts'
import type { Person } from './about.tsx'
import { profileMessages } from './messages.ts'

/** Turns push notifications on and off in this browser. */
const ThisBrowser = ({ user }: { user: Person }) => {
  const profile = useMessages(profileMessages)
  const me = useMe()
  const save = useUpdateCurrentUser()
  const [found, setFound] = useState<PushState>()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const look = (): Promise<void> => pushState().then(setFound, () => setFound('UNABLE'))
  useEffect(() => {
    void pushState().then(setFound, () => setFound('UNABLE'))
  }, [])
  const own = user.pushSubscriptions.find(({ current }) => current)
  const state = found === 'ON' && !own ? 'OFF' : found
  const turn = async (work: () => Promise<unknown>): Promise<void> => {
    if (busy) return
    setBusy(true)
    setError(null)
    setRefused(false)
    try {
      await work()
    } catch (fault) {
      if (fault instanceof ApiError) setError(fault)
      // The browser gives no reason worth showing.
      else if (!(fault instanceof PushRefused)) setRefused(true)
    } finally {
      setBusy(false)
      await look()
    }
  }
  const on = (): Promise<void> =>
    switchOn({ ...me, user }, (add) => save.mutateAsync({ body: { pushSubscriptions: { add } } }))
  const off = async (): Promise<void> => {
    await switchOff()
    if (own) await save.mutateAsync({ body: { pushSubscriptions: { remove: own.id } } })
  }
  return (
    <>
      <p role="status">{state === undefined ? '' : profile.pushStates[state]}</p>
      {refused ? <p role="alert">{profile.pushFailed}</p> : null}
      {error ? <ErrorPanel error={error} /> : null}
      {state === 'OFF' || state === 'ON' ? (
        <div className="actions">
          <Button loading={busy} onClick={() => void turn(state === 'OFF' ? on : off)}>
            {state === 'OFF' ? profile.switchOn : profile.switchOff}
          </Button>
        </div>
      ) : null}
    </>
  )
}

const Others = ({ user }: { user: Person }) => {
  const profile = useMessages(profileMessages)
  const save = useUpdateCurrentUser()
  const others = user.pushSubscriptions.filter(({ current }) => !current)
  if (others.length === 0) return null
  return (
    <>
      <ul className="reports">
        {others.map(({ id, device, lastReceiptAt }) => (
          <li key={id} className="device">
            <div>
              <p className="line-of">
                <strong>{device ?? profile.unknownDevice}</strong>
              </p>
              <small>
                {lastReceiptAt ? (
                  <>
                    {profile.lastConfirmed} <When at={lastReceiptAt} />
                  </>
                ) : (
                  profile.neverConfirmed
                )}
              </small>
            </div>
            <Button
              size="compact-sm"
              loading={save.isPending}
              aria-label={profile.switchOffThere({ device: device ?? profile.unknownDevice })}
              onClick={() => save.mutate({ body: { pushSubscriptions: { remove: id } } })}
            >
              {profile.switchOffIt}
            </Button>
          </li>
        ))}
      </ul>
      {save.error ? <ErrorPanel error={save.error} /> : null}
    </>
  )
}

const Test = ({ user }: { user: Person }) => {
  const profile = useMessages(profileMessages)
  const save = useUpdateCurrentUser()
  const [sent, setSent] = useState<TestNotification & { readonly since: number }>()
  useEffect(
    () =>
      onWorkerWord(({ kind }) => {
        if (kind === 'wellkept.shown') void refetchCurrentUser()
      }),
    [],
  )
  const confirmedAt = Math.max(
    0,
    ...user.pushSubscriptions.map(({ lastReceiptAt }) => Date.parse(lastReceiptAt ?? '') || 0),
  )
  const test = (): void => {
    setSent(undefined)
    save.mutate(
      { body: { testNotification: true } },
      {
        onSuccess: ({ testNotification }) => {
          if (testNotification) setSent({ ...testNotification, since: confirmedAt })
        },
      },
    )
  }
  return (
    <>
      <div className="actions">
        <Button loading={save.isPending} onClick={test}>
          {profile.sendTest}
        </Button>
      </div>
      {save.error ? <ErrorPanel error={save.error} /> : null}
      <p role="status">
        {!sent ? null : sent.by === 'MAIL' ? (
          profile.testByMail
        ) : confirmedAt > sent.since ? (
          <>
            {profile.testConfirmed} <When at={new Date(confirmedAt).toISOString()} />
          </>
        ) : (
          profile.testOnWay
        )}
      </p>
    </>
  )
}

export const Pushes = ({ user }: { user: Person }) => (
  <div className="devices">
    <ThisBrowser user={user} />
    <Others user={user} />
    <Test user={user} />
  </div>
)
