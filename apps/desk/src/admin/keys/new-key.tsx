/** A new key: what it is for, then the key itself, once. */
import { Button, Checkbox, Modal, TextInput } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { createApiKey, type NewApiKey } from '#contracts/admin/api-keys.ts'
import type { Scope } from '#contracts/kit/vocabulary.ts'
import { useAct } from '../../lib/api.ts'
import { useT } from '../../lib/language.tsx'
import { CopyButton } from '../../parts/copy.tsx'
import { FormDialog } from '../../parts/dialog.tsx'
import { useFocusBack } from '../../parts/focus-back.ts'
import { testCall } from './test-call.ts'

/** Those that open something. */
const offered = ['read', 'write'] as const satisfies readonly Scope[]

const Shown = ({ made, onClose }: { made: NewApiKey; onClose: () => void }) => {
  const { keys } = useT()
  const [asked, setAsked] = useState(false)
  useBlocker({
    shouldBlockFn: () => {
      setAsked(true)
      return true
    },
    enableBeforeUnload: true,
  })
  const call = testCall(made, location.origin, keys.testTask(made.name))
  return (
    <Modal
      opened
      onClose={() => setAsked(true)}
      title={keys.shownTitle(made.name)}
      size="lg"
      withCloseButton={false}
    >
      <div className="form">
        <p>{keys.shownHelp}</p>
        <pre className="example secret">{made.key}</pre>
        <CopyButton text={made.key} label={keys.copyKey} />
        <h3>{keys.tryIt}</h3>
        <p>{made.scopes.includes('read') ? keys.tryRead : keys.tryWrite}</p>
        <pre className="example call">{call}</pre>
        <CopyButton text={call} label={keys.copyCall} />
        {asked ? (
          <p className="leaving" role="alert">
            {keys.notYet}
          </p>
        ) : null}
        <div className="form-foot">
          <Button variant="filled" onClick={onClose}>
            {keys.saved}
          </Button>
        </div>
      </div>
    </Modal>
  )
}

export const NewKey = ({ onClose }: { onClose: () => void }) => {
  const { keys, words } = useT()
  const create = useAct(createApiKey, { withMe: true })
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly Scope[]>(['read'])
  useFocusBack(true)
  if (create.data) {
    return (
      <Shown
        made={create.data}
        onClose={() => {
          create.reset()
          onClose()
        }}
      />
    )
  }
  return (
    <FormDialog
      title={keys.create}
      opened
      onClose={onClose}
      dirty={name.trim() !== ''}
      submit={keys.create}
      problem={name.trim() === '' ? keys.nameNeeded : scopes.length === 0 ? keys.scopeNeeded : undefined}
      busy={create.isPending}
      error={create.error}
      quota="apiKeys"
      onSubmit={() => create.mutate({ body: { name: name.trim(), scopes: [...scopes] } })}
    >
      <TextInput
        data-autofocus
        label={words.name}
        description={keys.nameHelp}
        maxLength={80}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <fieldset>
        <legend>{keys.scopes}</legend>
        {offered.map((scope) => (
          <Checkbox
            key={scope}
            label={keys.scope[scope]}
            description={keys.scopeHelp[scope]}
            checked={scopes.includes(scope)}
            onChange={() =>
              setScopes(scopes.includes(scope) ? scopes.filter((one) => one !== scope) : [...scopes, scope])
            }
          />
        ))}
        <small>{keys.never}</small>
      </fieldset>
    </FormDialog>
  )
}
