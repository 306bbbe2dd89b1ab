/** Sign-in with password and second factor: a page of its own, or above what was entered. */
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { ApiError } from '#client/errors.ts'
import { openPlatformSession } from '#contracts/super-admin/session.ts'
import { client, openSession } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'

interface SignInProps {
  readonly onDone: () => void
}

type Refusal = 'needed' | 'refused' | ApiError

const SignInForm = ({ onDone }: SignInProps) => {
  const { signIn, errors } = useMessages()
  const [refusal, setRefusal] = useState<Refusal>()
  const [busy, setBusy] = useState(false)
  const [code, setCode] = useState('')
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const [email, password] = [String(fields.get('email')).trim(), String(fields.get('password'))]
    const totp = code.replaceAll(/\s/g, '')
    if (!email || !password || !totp) return setRefusal('needed')
    setBusy(true)
    setRefusal(undefined)
    try {
      const { accessToken, admin } = await client.call(openPlatformSession, {
        body: { email, password, totp },
      })
      openSession({ accessToken, refreshToken: '', user: { ...admin, roles: [] } })
      onDone()
    } catch (error) {
      setRefusal(error instanceof ApiError && error.code !== 'UNAUTHORIZED' ? error : 'refused')
      // A code works once, so the next try needs another.
      setCode('')
      setBusy(false)
    }
  }
  const text =
    refusal === undefined
      ? undefined
      : typeof refusal === 'string'
        ? signIn[refusal]
        : refusal.code === 'NETWORK'
          ? errors.network
          : refusal.code === 'RATE_LIMITED'
            ? errors.stillBusy
            : errors.unavailable
  return (
    <form className="form" noValidate onSubmit={(event) => void submit(event)}>
      <TextInput
        label={signIn.email}
        name="email"
        type="email"
        autoComplete="username"
        maxLength={254}
        data-autofocus
      />
      <TextInput
        label={signIn.password}
        name="password"
        type="password"
        autoComplete="current-password"
        maxLength={128}
      />
      <TextInput
        label={signIn.code}
        description={signIn.codeHelp}
        autoComplete="one-time-code"
        inputMode="text"
        maxLength={20}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      {text ? (
        <div className="error-panel" role="alert">
          <p className="error-title">{text}</p>
        </div>
      ) : null}
      <div className="form-foot">
        <Button type="submit" variant="filled" loading={busy}>
          {signIn.submit}
        </Button>
      </div>
    </form>
  )
}

interface AloneProps extends SignInProps {
  readonly alone: boolean
}

export const SignIn = ({ alone, onDone }: AloneProps) => {
  const { signIn } = useMessages()
  useEffect(() => {
    if (alone) document.title = `${signIn.title} – Wellkept`
  }, [alone, signIn])
  if (!alone) return <SignInForm onDone={onDone} />
  return (
    <main className="closed">
      <h1>{signIn.title}</h1>
      <p>{signIn.help}</p>
      <SignInForm onDone={onDone} />
    </main>
  )
}
