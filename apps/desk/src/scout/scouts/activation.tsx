/** The activation code of a scout, which is shown once. */
import { Button, Modal } from '@mantine/core'
import { updateScout } from '#contracts/scout/admin-scouts.ts'
import type { AdminScout } from '#contracts/scout/people.ts'
import { useAction } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { CopyButton } from '#desk-kit/parts/copy.tsx'
import { useFocusBack } from '#desk-kit/parts/focus-back.ts'
import { ShownOnce } from '#desk-kit/parts/shown-once.tsx'
import { ErrorPanel } from '#desk-kit/parts/states.tsx'
import { scoutMessages } from './messages.ts'

export interface Activation {
  readonly name: string
  readonly hasEmail: boolean
  readonly activationCode: string
  readonly activationUrl: string
  readonly activationExpiresAt: string
}

interface ShownCodeProps {
  readonly of: Activation
  readonly onClose: () => void
}

export const ShownCode = ({ of, onClose }: ShownCodeProps) => {
  const t = useMessages(scoutMessages)
  const { full } = useFormat()
  return (
    <ShownOnce
      title={t.shownTitle({ name: of.name })}
      help={t.shownHelp({ until: full(of.activationExpiresAt) })}
      secret={of.activationCode}
      copy={t.copyCode}
      saved={t.saved}
      notYet={t.notYet}
      onClose={onClose}
    >
      <p>{t.link}</p>
      <pre className="example">{of.activationUrl}</pre>
      <CopyButton text={of.activationUrl} label={t.copyLink} />
      {of.hasEmail ? <p>{t.sentHelp}</p> : null}
    </ShownOnce>
  )
}

interface NewCodeProps {
  readonly scout: Pick<AdminScout, 'id' | 'version' | 'name'>
  readonly onClose: () => void
}

export const NewCode = ({ scout: { id, version, name }, onClose }: NewCodeProps) => {
  const { words } = useMessages()
  const t = useMessages(scoutMessages)
  const update = useAction(updateScout)
  useFocusBack(true)
  const made = update.data
  if (made?.activationCode && made.activationUrl && made.activationExpiresAt) {
    const { hasEmail, activationCode, activationUrl, activationExpiresAt } = made
    return (
      <ShownCode
        of={{ name, hasEmail, activationCode, activationUrl, activationExpiresAt }}
        onClose={onClose}
      />
    )
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.newCodeTitle({ name })}
      size="md"
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          if (!update.isPending) update.mutate({ params: { id }, ifMatch: version, body: { newCode: true } })
        }}
      >
        <p>{t.newCodeHelp}</p>
        {update.error ? <ErrorPanel error={update.error} /> : null}
        <div className="form-foot">
          <Button type="submit" variant="filled" loading={update.isPending}>
            {t.makeCode}
          </Button>
          <Button onClick={onClose}>{words.cancel}</Button>
        </div>
      </form>
    </Modal>
  )
}
