/** AU7: change of password; every other device is signed out. */
import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { changePassword } from '#contracts/auth.ts'
import { text } from '#desk-kit/form/fields.tsx'
import { PageForm } from '#desk-kit/form/page-form.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { useAction } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { Section } from '#desk-kit/parts/screen.tsx'
import { profileMessages } from './messages.ts'

const Form = () => {
  const profile = useMessages(profileMessages)
  const change = useAction(changePassword, { withMe: true })
  const [shown, setShown] = useState(false)
  const form = useForm({
    draft: () => ({ currentPassword: '', newPassword: '' }),
    write: (draft) => draft,
    body: changePassword,
    check: ({ currentPassword, newPassword }) => ({
      currentPassword: currentPassword === '' && profile.currentNeeded,
      newPassword: newPassword === '' && profile.newNeeded,
    }),
    refused: {
      currentPassword: () => profile.currentWrong,
      newPassword: (why) => profile.newRefused({ why }),
    },
    create: (body) => change.mutateAsync({ body }),
    // The typed passwords are cleared.
    onDone: () => form.reset(),
  })
  const type = shown ? 'text' : 'password'
  return (
    <PageForm form={form} submit={profile.changePassword} done={profile.passwordChanged}>
      <p>{profile.passwordHelp}</p>
      <div className="two align-start">
        <TextInput
          {...text(form, 'currentPassword', profile.currentPassword)}
          type={type}
          autoComplete="current-password"
        />
        <TextInput
          {...text(form, 'newPassword', profile.newPassword)}
          type={type}
          autoComplete="new-password"
        />
      </div>
      <Checkbox
        label={profile.showPasswords}
        checked={shown}
        onChange={(event) => setShown(event.currentTarget.checked)}
      />
    </PageForm>
  )
}

export const Password = ({ hasPassword }: { hasPassword: boolean }) => {
  const profile = useMessages(profileMessages)
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
