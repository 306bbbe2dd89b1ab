/** One share link: state, contents, views and actions. */
import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { type ComponentType, Suspense, useState } from 'react'
import {
  getShareLink,
  listShareAccess,
  revokeShareLink,
  rotateShareLink,
  type ShareAccess,
  type ShareLinkDetail,
} from '#contracts/sharing/links.ts'
import { useApi } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { ActionMenu } from '#desk-kit/list/actions.tsx'
import type { Action } from '#desk-kit/list/declaration.ts'
import { lazyComponent } from '#desk-kit/parts/lazy-component.tsx'
import { Screen, Section } from '#desk-kit/parts/screen.tsx'
import { Empty, QueryView } from '#desk-kit/parts/states.tsx'
import { Pager, Table } from '#desk-kit/parts/table.tsx'
import { When, WhenFull } from '#desk-kit/parts/when.tsx'
import { Breadcrumb } from '#desk-kit/shell/breadcrumb.tsx'
import { Fact } from './figures.tsx'
import type { LinkLayer } from './link-layers.tsx'
import { Ends, LinkMark, Places, useViews } from './link-text.tsx'
import { sharingMessages } from './messages.ts'
import { Preview } from './preview.tsx'
import { accessOf } from './search.ts'

const route = getRouteApi('/sharing/$id')

const Settings = ({ link }: { link: ShareLinkDetail }) => {
  const t = useMessages(sharingMessages)
  const { words } = useMessages()
  const { list } = useFormat()
  const views = useViews()
  return (
    <Section title={t.settings}>
      <dl className="facts">
        <Fact name={t.state}>
          <LinkMark state={link.state} />
        </Fact>
        <Fact name={t.kind}>
          {t.kinds[link.kind]}
          <small>{t.kindHelp[link.kind]}</small>
        </Fact>
        <Fact name={t.where}>
          <Places scope={link.scope} />
        </Fact>
        {link.contents.length > 0 ? (
          <Fact name={t.shows}>{list(link.contents.map((content) => t.contentNames[content]))}</Fact>
        ) : null}
        <Fact name={t.views}>
          {views(link)}
          {link.lastViewedAt ? (
            <small>
              {t.lastOpened}: <When at={link.lastViewedAt} />
            </small>
          ) : null}
        </Fact>
        {link.kind === 'SCREEN' ? (
          <Fact name={t.lastSeen}>{link.seenAt ? <When at={link.seenAt} /> : t.never}</Fact>
        ) : null}
        <Fact name={t.ends}>
          <Ends expiresAt={link.expiresAt} />
        </Fact>
        <Fact name={t.password}>{link.hasPassword ? words.yes : words.no}</Fact>
        {link.allowedOrigins.length > 0 ? (
          <Fact name={t.origins}>
            {link.allowedOrigins.map((origin) => (
              <code key={origin}>{origin}</code>
            ))}
          </Fact>
        ) : null}
        <Fact name={words.created}>
          <WhenFull at={link.createdAt} />
        </Fact>
      </dl>
    </Section>
  )
}

const Log = ({ id }: { id: string }) => {
  const t = useMessages(sharingMessages)
  const search = route.useSearch()
  const log = useApi(listShareAccess, accessOf(id, search), { keep: true })
  const what = ({ kind, format }: ShareAccess): string =>
    format === null ? t.logKinds[kind] : t.downloadedAs({ format })
  return (
    <Section title={t.log}>
      <p className="quiet">{t.logHelp}</p>
      <QueryView of={log} rows={4}>
        {({ items, page, total, totalPages }) =>
          total === 0 ? (
            <Empty title={t.noLog}>{t.noLogHelp}</Empty>
          ) : (
            <>
              <Table
                caption={t.log}
                rows={items}
                waiting={log.isPlaceholderData}
                columns={[
                  { key: 'at', head: t.atTime, cell: ({ at }) => <WhenFull at={at} /> },
                  { key: 'kind', head: t.whatHappened, cell: what },
                ]}
              />
              <Pager page={page} totalPages={totalPages} total={total} />
            </>
          )
        }
      </QueryView>
    </Section>
  )
}

/** Rarely used, so its code loads on demand. */
const LinkLayers = lazyComponent(async () => (await import('./link-layers.tsx')).default)

const Record = ({ link }: { link: ShareLinkDetail }) => {
  const { words } = useMessages()
  const t = useMessages(sharingMessages)
  const [layer, setLayer] = useState<LinkLayer>()
  const [status, setStatus] = useState('')
  const close = (news = ''): void => {
    setStatus(news)
    setLayer(undefined)
  }
  const more: (Action & { readonly opens: LinkLayer })[] = [
    { label: t.rotate, by: rotateShareLink, layer: () => null, opens: 'rotate' },
    { label: t.revoke, by: revokeShareLink, layer: () => null, opens: 'revoke' },
  ]
  return (
    <>
      <div className="actions">
        {link.kind === 'SCREEN' ? (
          <Button variant="filled" onClick={() => setLayer('pair')}>
            {t.pair}
          </Button>
        ) : null}
        <Button onClick={() => setLayer('edit')}>{words.edit}</Button>
        <ActionMenu
          name={link.name}
          actions={more}
          run={(action) => setLayer(more.find(({ label }) => label === action.label)?.opens)}
        />
      </div>
      <p role="status">{status}</p>
      <div className="webhook-facts">
        <Settings link={link} />
        <Preview view={link.preview} />
      </div>
      <Log id={link.id} />
      {layer ? (
        <Suspense fallback={null}>
          <LinkLayers layer={layer} link={link} onClose={close} />
        </Suspense>
      ) : null}
    </>
  )
}

export const Page: ComponentType = () => {
  const { places } = useMessages()
  const { id } = route.useParams()
  const link = useApi(getShareLink, { params: { id } })
  return (
    <Screen title={link.data?.name ?? places.shareLink.name} breadcrumb={<Breadcrumb name="shareLink" />}>
      <QueryView of={link} rows={12}>
        {(one) => <Record link={one} />}
      </QueryView>
    </Screen>
  )
}
