/** Renews the address of a share link, or revokes it. */
import { Button, Modal } from '@mantine/core'
import { revokeShareLink, rotateShareLink, type ShareLink } from '#contracts/sharing/links.ts'
import { callOf, useAction } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { Confirm } from '#desk-kit/parts/confirm.tsx'
import { useFocusBack } from '#desk-kit/parts/focus-back.ts'
import { ErrorPanel } from '#desk-kit/parts/states.tsx'
import { sharingMessages } from './messages.ts'
import { ShownAddress } from './shown-address.tsx'

interface ActionProps {
  readonly link: Pick<ShareLink, 'id' | 'version' | 'name' | 'views'>
  readonly onClose: () => void
}

export const RevokeLink = ({
  link,
  onClose,
  onDone,
}: ActionProps & { readonly onDone: (message: string) => void }) => {
  const t = useMessages(sharingMessages)
  const { id, version, name, views } = link
  return (
    <Confirm
      title={t.revokeTitle({ name })}
      submit={t.revoke}
      call={callOf(revokeShareLink, { params: { id }, ifMatch: version }, true)}
      onClose={onClose}
      onDone={() => onDone(t.revoked({ name }))}
    >
      {t.revokeHelp({ opened: t.openedSince({ views }) })}
    </Confirm>
  )
}

export const RotateLink = ({ link: { id, name }, onClose }: ActionProps) => {
  const { words } = useMessages()
  const t = useMessages(sharingMessages)
  const rotate = useAction(rotateShareLink)
  useFocusBack(true)
  if (rotate.data) return <ShownAddress created={rotate.data} onClose={onClose} />
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.rotateTitle({ name })}
      size="md"
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <div className="form">
        <p>{t.rotateHelp}</p>
        {rotate.error ? <ErrorPanel error={rotate.error} /> : null}
        <div className="form-foot">
          <Button
            variant="filled"
            data-autofocus
            loading={rotate.isPending}
            onClick={() => rotate.mutate({ params: { id } })}
          >
            {t.rotate}
          </Button>
          <Button onClick={onClose}>{words.cancel}</Button>
        </div>
      </div>
    </Modal>
  )
}
