/** Pairs a wall by the code that it shows. */
import { TextInput } from '@mantine/core'
import { pairShareLink, type ShareLink } from '#contracts/sharing/links.ts'
import { text } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { useAction } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { sharingMessages } from './messages.ts'

interface PairProps {
  readonly link: Pick<ShareLink, 'id' | 'name' | 'state'>
  readonly onClose: (message?: string) => void
}

export const PairScreen = ({ link: { id, name, state }, onClose }: PairProps) => {
  const t = useMessages(sharingMessages)
  const pair = useAction(pairShareLink)
  const form = useForm({
    draft: () => ({ code: '' }),
    write: ({ code }) => ({ code: code.trim() }),
    body: pairShareLink,
    check: ({ code }) => ({ code: code.trim() === '' && t.codeNeeded }),
    create: (body) => pair.mutateAsync({ params: { id }, body }),
    onDone: () => onClose(t.paired({ name })),
  })
  return (
    <FormDialog form={form} title={t.pairTitle({ name })} submit={t.pair} onClose={() => onClose()}>
      <p>{t.pairHelp({ address: `${location.host}/s/pair` })}</p>
      {state === 'PAIRING' ? null : <p>{t.pairAgain}</p>}
      <TextInput
        {...text(form, 'code', t.code)}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      {form.error?.code === 'NOT_FOUND' ? <p role="alert">{t.codeUnknown}</p> : null}
    </FormDialog>
  )
}
