/** A new key: what it is for, then the key itself, once. */
import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { createApiKey, type NewApiKey } from '#contracts/auth/api-keys.ts'
import type { Scope } from '#contracts/kit/vocabulary.ts'
import { Group, text } from '../../form/fields.tsx'
import { FormDialog } from '../../form/form-dialog.tsx'
import { useForm } from '../../form/use-form.ts'
import { useAction } from '../../lib/api.ts'
import { useWords } from '../../lib/language.tsx'
import { CopyButton } from '../../parts/copy.tsx'
import { useFocusBack } from '../../parts/focus-back.ts'
import { ShownOnce } from '../../parts/shown-once.tsx'
import { testCall } from './test-call.ts'
import { keyWords } from './words.ts'

/** Those that open something. */
const offered = ['read', 'write'] as const satisfies readonly Scope[]

const Shown = ({ made, onClose }: { made: NewApiKey; onClose: () => void }) => {
  const keys = useWords(keyWords)
  const call = testCall(made, location.origin, keys.testTask({ name: made.name }))
  return (
    <ShownOnce
      title={keys.shownTitle({ name: made.name })}
      help={keys.shownHelp}
      secret={made.key}
      copy={keys.copyKey}
      saved={keys.saved}
      notYet={keys.notYet}
      onClose={onClose}
    >
      <h3>{keys.tryIt}</h3>
      <p>{made.scopes.includes('read') ? keys.tryRead : keys.tryWrite}</p>
      <pre className="example call">{call}</pre>
      <CopyButton text={call} label={keys.copyCall} />
    </ShownOnce>
  )
}

export const NewKey = ({ onClose }: { onClose: () => void }) => {
  const { words } = useWords()
  const keys = useWords(keyWords)
  const create = useAction(createApiKey, { withMe: true })
  const [made, setMade] = useState<NewApiKey>()
  const form = useForm({
    draft: () => ({ name: '', scopes: ['read'] as readonly Scope[] }),
    write: ({ name, scopes }) => ({ name: name.trim(), scopes: [...scopes] }),
    body: createApiKey,
    check: ({ name, scopes }) => ({
      name: name.trim() === '' && keys.nameNeeded,
      scopes: scopes.length === 0 && keys.scopeNeeded,
    }),
    create: (body) => create.mutateAsync({ body }),
    onDone: setMade,
  })
  useFocusBack(true)
  if (made) return <Shown made={made} onClose={onClose} />
  const { scopes } = form.values
  return (
    <FormDialog form={form} title={keys.create} submit={keys.create} onClose={onClose} quota="apiKeys">
      <TextInput {...text(form, 'name', words.name)} description={keys.nameHelp} data-autofocus />
      <Group form={form} name="scopes" legend={keys.scopes}>
        {offered.map((scope) => (
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
