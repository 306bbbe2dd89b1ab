/** Creates an API key and shows it once. */
import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { createApiKey, type NewApiKey } from '#contracts/auth/api-keys.ts'
import { scopes as allScopes, type Scope } from '#contracts/kit/vocabulary.ts'
import { Group, text } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { useAction } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { CopyButton } from '#desk-kit/parts/copy.tsx'
import { useFocusBack } from '#desk-kit/parts/focus-back.ts'
import { ShownOnce } from '#desk-kit/parts/shown-once.tsx'
import { keyMessages } from './messages.ts'
import { testCall, testOf } from './test-call.ts'

const Shown = ({ created, onClose }: { created: NewApiKey; onClose: () => void }) => {
  const keys = useMessages(keyMessages)
  const call = testCall(created, location.origin, keys.testTask({ name: created.name }))
  return (
    <ShownOnce
      title={keys.shownTitle({ name: created.name })}
      help={keys.shownHelp}
      secret={created.key}
      copy={keys.copyKey}
      saved={keys.saved}
      notYet={keys.notYet}
      onClose={onClose}
    >
      <h3>{keys.tryIt}</h3>
      <p>{keys.tries[testOf(created)]}</p>
      <pre className="example call">{call}</pre>
      <CopyButton text={call} label={keys.copyCall} />
    </ShownOnce>
  )
}

export const NewKey = ({ onClose }: { onClose: () => void }) => {
  const { words } = useMessages()
  const keys = useMessages(keyMessages)
  const create = useAction(createApiKey, { withMe: true })
  const [created, setCreated] = useState<NewApiKey>()
  const form = useForm({
    draft: () => ({ name: '', scopes: ['read'] as readonly Scope[] }),
    write: ({ name, scopes }) => ({ name: name.trim(), scopes: [...scopes] }),
    body: createApiKey,
    check: ({ name, scopes }) => ({
      name: name.trim() === '' && keys.nameNeeded,
      scopes: scopes.length === 0 && keys.scopeNeeded,
    }),
    create: (body) => create.mutateAsync({ body }),
    onDone: setCreated,
  })
  useFocusBack(true)
  if (created) return <Shown created={created} onClose={onClose} />
  const { scopes } = form.values
  return (
    <FormDialog form={form} title={keys.create} submit={keys.create} onClose={onClose} quota="apiKeys">
      <TextInput {...text(form, 'name', words.name)} description={keys.nameHelp} data-autofocus />
      <Group form={form} name="scopes" legend={keys.scopes}>
        {allScopes.map((scope) => (
          <Checkbox
            key={scope}
            label={keys.scope[scope]}
            description={keys.scopeHelp[scope]}
            checked={scopes.includes(scope)}
            onChange={() =>
              form.set({
                scopes: scopes.includes(scope) ? scopes.filter((one) => one !== scope) : [...scopes, scope],
              })
            }
          />
        ))}
        <small>{keys.never}</small>
      </Group>
    </FormDialog>
  )
}
