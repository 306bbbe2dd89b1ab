/** Dialogs of a share link, loaded on demand. */
import { useNavigate } from '@tanstack/react-router'
import type { ShareLinkDetail } from '#contracts/sharing/links.ts'
import { RevokeLink, RotateLink } from './link-actions.tsx'
import { LinkForm } from './link-form.tsx'
import { PairScreen } from './pair.tsx'

export type LinkLayer = 'edit' | 'pair' | 'rotate' | 'revoke'

interface LinkLayersProps {
  readonly layer: LinkLayer
  readonly link: ShareLinkDetail
  readonly onClose: (message?: string) => void
}

const LinkLayers = ({ layer, link, onClose }: LinkLayersProps) => {
  const navigate = useNavigate()
  const close = (): void => onClose()
  switch (layer) {
    case 'edit':
      return <LinkForm link={link} onClose={close} />
    case 'pair':
      return <PairScreen link={link} onClose={onClose} />
    case 'rotate':
      return <RotateLink link={link} onClose={close} />
    case 'revoke':
      return <RevokeLink link={link} onClose={close} onDone={() => void navigate({ to: '/sharing' })} />
    default:
      return layer satisfies never
  }
}
export default LinkLayers
