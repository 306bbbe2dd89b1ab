/** Adds a personal connection and shows its token once. */
import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { updateMe } from '#contracts/auth.ts'
import { check, text } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { useAction } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { CodeBlock } from '#desk-kit/parts/code-block.tsx'
import { CopyButton } from '#desk-kit/parts/copy.tsx'
import { useFocusBack } from '#desk-kit/parts/focus-back.ts'
import { ShownOnce } from '#desk-kit/parts/shown-once.tsx'
import { connectionMessages } from './messages.ts'
import { settingsOf } from './settings-of.ts'

interface Added {
  readonly name: string
  readonly token: string
}

const Shown = ({ added, onClose }: { added: Added; onClose: () => void }) => {
  const t = useMessages(connectionMessages)
  const settings = settingsOf(location.origin, added.token)
  return (
    <ShownOnce
      title={t.shownTitle({ name: added.name })}
      help={t.shownHelp}
      secret={added.token}
      copy={t.copyToken}
      saved={t.saved}
      notYet={t.notYet}
      onClose={onClose}
    >
      <h3>{t.set}</h3>
      <p>{t.setHelp}</p>
      <CodeBlock text={settings} label={t.set} wrap />
      <CopyButton text={settings} label={t.copySet} />
    </ShownOnce>
  )
}

export const NewConnection = ({ onClose }: { onClose: () => void }) => {
  const { words } = useMessages()
  const t = useMessages(connectionMessages)
  const update = useAction(updateMe, { withMe: true })
  const [added, setAdded] = useState<Added>()
  const form = useForm({
    draft: () => ({ 'connections.add.name': '', 'connections.add.write': false }),
    write: (draft) => ({
      connections: {
        add: { name: draft['connections.add.name'].trim(), write: draft['connections.add.write'] },
      },
    }),
    body: updateMe,
    check: (draft) => ({
      'connections.add.name': draft['connections.add.name'].trim() === '' && t.nameNeeded,
    }),
    create: async (body: { connections: { add: { name: string; write: boolean } } }) => {
      const { newConnection } = await update.mutateAsync({ body })
      if (!newConnection) throw new Error('The answer has no token')
      return { name: body.connections.add.name, token: newConnection.token }
    },
    onDone: setAdded,
  })
  useFocusBack(true)
  if (added) return <Shown added={added} onClose={onClose} />
  return (
    <FormDialog form={form} title={t.add} submit={t.add} onClose={onClose}>
      <TextInput
        {...text(form, 'connections.add.name', words.name)}
        description={t.nameHelp}
        data-autofocus
      />
      <Checkbox {...check(form, 'connections.add.write', t.write)} description={t.writeHelp} />
    </FormDialog>
  )
}
