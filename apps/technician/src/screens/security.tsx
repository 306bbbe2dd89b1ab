/** AU7: changing the password, and signed-in devices. */
import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { ApiError } from '#client/errors.ts'
import type { Session } from '#contracts/auth.ts'
import { PasswordField } from '#field-kit/form.tsx'
import { Heading } from '#field-kit/heading.tsx'
import { Icon } from '#field-kit/icon.tsx'
import { Outcome, useAttempt, WithRecord } from '#field-kit/own-record.tsx'
import { useConfirmLeave } from '#field-kit/unsent-forms.ts'
import { useAppServices } from '../app-services.ts'
import { BackToMe } from '../pieces/back-to-me.tsx'
import { Banner } from '../pieces/banner.tsx'
import { useNow } from '../pieces/clock.ts'
import { Ago } from '../pieces/marks.tsx'
import { useOperations } from '../pieces/use-operations.ts'
import { useWords } from '../words.ts'

const isRefused = (error: unknown, field: string): boolean =>
  error instanceof ApiError &&
  error.code === 'VALIDATION_ERROR' &&
  error.details.some(({ path }) => path === `body.${field}`)

const ChangePassword = (): JSX.Element => {
  const words = useWords()
  const { account } = useAppServices()
  const attempt = useAttempt()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [tried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useConfirmLeave(current !== '' || next !== '')
  const currentWrong = isRefused(attempt.error, 'currentPassword')
  const nextWrong = isRefused(attempt.error, 'newPassword')
  const submit = (event: Event): void => {
    event.preventDefault()
    setTried(true)
    if (current === '' || next === '') {
      const lacking = current === '' ? 'current-password' : 'new-password'
      form.current?.querySelector<HTMLElement>(`[autocomplete=${lacking}]`)?.focus()
      return
    }
    attempt.run(async () => {
      await account.changePassword(current, next)
      setCurrent('')
      setNext('')
      setTried(false)
    })
  }
  return (
    <form class="stack" ref={form} onSubmit={submit} noValidate>
      <p>{words.passwordHelp}</p>
      <PasswordField
        label={words.currentPassword}
        show={words.show}
        hide={words.hide}
        autocomplete="current-password"
        value={current}
        error={currentWrong ? words.currentWrong : tried && current === '' ? words.currentNeeded : undefined}
        onText={(text) => {
          attempt.clear()
          setCurrent(text)
        }}
      />
      <PasswordField
        label={words.newPassword}
        hint={words.newHint}
        show={words.show}
        hide={words.hide}
        autocomplete="new-password"
        value={next}
        error={nextWrong ? words.newRefused : tried && next === '' ? words.newNeeded : undefined}
        onText={(text) => {
          attempt.clear()
          setNext(text)
        }}
      />
      {!currentWrong && !nextWrong && <Outcome attempt={attempt} saved={words.passwordChanged} />}
      <button type="submit" class="primary">
        {attempt.busy ? words.saving : words.changePassword}
      </button>
    </form>
  )
}

const Device = ({
  session,
  now,
  onEnd,
}: {
  session: Session
  now: number
  onEnd: () => void
}): JSX.Element => {
  const words = useWords()
  const name = session.device ?? words.unknownDevice
  return (
    <li class="stack">
      <div>
        <strong>{name}</strong>
        {session.current && (
          <span class="mark good">
            <Icon name="check" />
            {words.thisDevice}
          </span>
        )}
        <br />
        <small>
          {words.lastUsed} <Ago at={session.lastUsedAt} now={now} />
        </small>
      </div>
      {!session.current && (
        <button type="button" aria-label={words.endDevice({ device: name })} onClick={onEnd}>
          {words.signOut}
        </button>
      )}
    </li>
  )
}

const Everywhere = (): JSX.Element => {
  const words = useWords()
  const services = useAppServices()
  const operations = useOperations()
  const attempt = useAttempt()
  const [sure, setSure] = useState(false)
  const waiting = operations.filter(({ state }) => state === 'WAITING' || state === 'NEEDS_YOU').length
  if (!sure)
    return (
      <button type="button" onClick={() => setSure(true)}>
        {words.signOutEverywhere}
      </button>
    )
  return (
    <div class="stack">
      <p role="status">
        {words.everywhereHelp} {waiting > 0 ? words.signOutKeeps({ count: waiting }) : words.signOutSent}
      </p>
      <Outcome attempt={attempt} saved="" />
      <div class="row">
        <button
          type="button"
          class="danger"
          onClick={() =>
            attempt.run(async () => {
              await services.signOut(true)
              location.replace('/app/sign-in')
            })
          }
        >
          {words.signOutEverywhere}
        </button>
        <button type="button" onClick={() => setSure(false)}>
          {words.cancel}
        </button>
      </div>
    </div>
  )
}

const Devices = ({ sessions }: { sessions: readonly Session[] }): JSX.Element => {
  const words = useWords()
  const { account } = useAppServices()
  const now = useNow()
  const attempt = useAttempt()
  const others = sessions.filter(({ current }) => !current)
  const sorted = [...sessions.filter(({ current }) => current), ...others]
  const end = (ids: readonly string[]): Promise<void> => attempt.run(() => account.endSessions(ids))
  return (
    <section class="stack">
      <h2>{words.devices}</h2>
      <ul class="rows">
        {sorted.map((session) => (
          <Device key={session.id} session={session} now={now} onEnd={() => end([session.id])} />
        ))}
      </ul>
      <Outcome attempt={attempt} saved={words.deviceEnded} />
      {others.length > 0 && (
        <button type="button" onClick={() => end(others.map(({ id }) => id))}>
          {attempt.busy ? words.saving : words.signOutOthers}
        </button>
      )}
      <Everywhere />
    </section>
  )
}

export default function Security(): JSX.Element {
  const words = useWords()
  const { account } = useAppServices()
  return (
    <>
      <BackToMe />
      <Heading text={words.security} />
      <Banner />
      <WithRecord source={account}>
        {({ user, sessions }) => (
          <div class="stack wide">
            <section class="stack">
              <h2>{words.password}</h2>
              {user.hasPassword ? (
                <ChangePassword />
              ) : (
                <p>
                  {words.noPassword} <a href="/app/reset">{words.setPassword}</a>
                </p>
              )}
            </section>
            <Devices sessions={sessions} />
          </div>
        )}
      </WithRecord>
    </>
  )
}
