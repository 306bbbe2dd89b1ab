/** AU7: another password; every other device is signed out. */
import { Button, Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ApiError } from '#client/errors.ts'
import { changePassword } from '#contracts/auth.ts'
import { useAct } from '../lib/api.ts'
import { useT } from '../lib/language.tsx'
import { LeaveGuard } from '../parts/leave-guard.tsx'
import { Section } from '../parts/screen.tsx'
import { ErrorPanel } from '../parts/states.tsx'

const blank = { current: '', next: '' }

/** Which field the service refused, if it was one of these. */
const refused = (error: ApiError | null, field: string): string | undefined =>
  error?.code === 'VALIDATION_ERROR'
    ? error.details.find(({ path }) => path === `body.${field}`)?.message
    : undefined

const Form = () => {
  const { profile } = useT()
  const change = useAct(changePassword, { withMe: true })
  const [draft, setDraft] = useState(blank)
  const [shown, setShown] = useState(false)
  const [problem, setProblem] = useState<Partial<typeof blank>>({})
  const set = (part: Partial<typeof blank>): void => {
    if (change.isSuccess || change.isError) change.reset()
    setProblem({})
    setDraft({ ...draft, ...part })
  }
  const send = (): void => {
    if (draft.current === '') setProblem({ current: profile.currentNeeded })
    else if (draft.next === '') setProblem({ next: profile.newNeeded })
    else {
      change.mutate(
        { body: { currentPassword: draft.current, newPassword: draft.next } },
        { onSuccess: () => setDraft(blank) },
      )
    }
  }
  const wrong = refused(change.error, 'currentPassword')
  const weak = refused(change.error, 'newPassword')
  const type = shown ? 'text' : 'password'
  return (
    <form
      className="page-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <p>{profile.passwordHelp}</p>
      <div className="two align-start">
        <TextInput
          label={profile.currentPassword}
          type={type}
          autoComplete="current-password"
          maxLength={128}
          value={draft.current}
          error={problem.current ?? (wrong ? profile.currentWrong : undefined)}
          onChange={(event) => set({ current: event.currentTarget.value })}
        />
        <TextInput
          label={profile.newPassword}
          type={type}
          autoComplete="new-password"
          maxLength={128}
          value={draft.next}
          error={problem.next ?? (weak ? profile.newRefused(weak) : undefined)}
          onChange={(event) => set({ next: event.currentTarget.value })}
        />
      </div>
      <Checkbox
        label={profile.showPasswords}
        checked={shown}
        onChange={(event) => setShown(event.currentTarget.checked)}
      />
      {change.error && !wrong && !weak ? <ErrorPanel error={change.error} /> : null}
      <div className="form-foot">
        <Button type="submit" variant="filled" loading={change.isPending}>
          {profile.changePassword}
        </Button>
        <span role="status">{change.isSuccess ? profile.passwordChanged : ''}</span>
      </div>
      <LeaveGuard dirty={draft.next !== '' && !change.isPending} />
    </form>
  )
}

export const Password = ({ hasPassword }: { hasPassword: boolean }) => {
  const { profile } = useT()
  return (
    <Section title={profile.password}>
      {hasPassword ? (
        <Form />
      ) : (
        <p>
          {profile.noPassword} <a href="/app/reset">{profile.setPassword}</a>
        </p>
      )}
    </Section>
  )
}
