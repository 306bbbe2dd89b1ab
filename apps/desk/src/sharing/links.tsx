/** ADM-24: share links with views and end date. */
import { Link } from '@tanstack/react-router'
import {
  createShareLink,
  type listShareLinks,
  pairShareLink,
  revokeShareLink,
  rotateShareLink,
  updateShareLink,
} from '#contracts/sharing/links.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useMe } from '#desk-kit/lib/me.ts'
import type { UseList } from '#desk-kit/list/declaration.ts'
import { When } from '#desk-kit/parts/when.tsx'
import { RevokeLink, RotateLink } from './link-actions.tsx'
import { LinkForm } from './link-form.tsx'
import { Ends, LinkMark, Places, useViews } from './link-text.tsx'
import { sharingMessages } from './messages.ts'
import { PairScreen } from './pair.tsx'

export const useList: UseList<typeof listShareLinks> = () => {
  const { words } = useMessages()
  const t = useMessages(sharingMessages)
  const { number } = useFormat()
  const views = useViews()
  const { used, limit } = useMe().limits.shareLinks
  const full = limit !== null && used >= limit
  const { REVOKED: _, ...states } = t.states
  return {
    name: ({ name }) => name,
    help: t.linksHelp,
    first: { title: t.noLinksTitle, help: t.noLinksHelp },
    quota: 'shareLinks',
    note:
      limit === null ? null : (
        <p>
          {words.usedOf({ what: words.quota.shareLinks, used: number(used), allowed: number(limit) })}{' '}
          {full ? t.fullLinks : null}
        </p>
      ),
    filters: [
      { of: 'kind', label: t.kind, words: t.kinds },
      { of: 'state', label: t.state, words: states },
    ],
    create: [
      !full && {
        label: t.newLink,
        by: createShareLink,
        layer: (close) => <LinkForm link={undefined} onClose={() => close()} />,
      },
    ],
    opens: ({ id, name }) => ({
      label: name,
      link: (props) => <Link {...props} to="/sharing/$id" params={{ id }} />,
    }),
    columns: [
      {
        key: 'name',
        head: words.name,
        cell: ({ name }) => name,
        below: ({ kind, hasPassword }) =>
          [t.kinds[kind], ...(hasPassword ? [t.withPassword] : [])].join(', '),
      },
      { key: 'state', head: t.state, cell: ({ state }) => <LinkMark state={state} /> },
      { key: 'scope', head: t.where, wide: true, cell: ({ scope }) => <Places scope={scope} /> },
      { key: 'views', head: t.views, end: true, cell: views },
      {
        key: 'lastViewedAt',
        head: t.lastOpened,
        cell: ({ lastViewedAt }) =>
          lastViewedAt ? <When at={lastViewedAt} /> : <span className="quiet">{t.neverOpened}</span>,
      },
      { key: 'expiresAt', head: t.ends, cell: ({ expiresAt }) => <Ends expiresAt={expiresAt} /> },
    ],
    actions: (link) => [
      {
        label: words.edit,
        by: updateShareLink,
        layer: (close) => <LinkForm link={link} onClose={() => close()} />,
      },
      link.kind === 'SCREEN' && {
        label: t.pair,
        by: pairShareLink,
        layer: (close) => <PairScreen link={link} onClose={close} />,
      },
      {
        label: t.rotate,
        by: rotateShareLink,
        layer: (close) => <RotateLink link={link} onClose={() => close()} />,
      },
      {
        label: t.revoke,
        by: revokeShareLink,
        layer: (close) => <RevokeLink link={link} onClose={() => close()} onDone={close} />,
      },
    ],
  }
}
