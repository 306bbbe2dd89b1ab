/** ADM-17: the keys with which other systems work here. */
import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { type ApiKey, listApiKeys, revokeApiKey } from '#contracts/admin/api-keys.ts'
import { useAct, useApi } from '../../lib/api.ts'
import { useFormat } from '../../lib/format.ts'
import { useT } from '../../lib/language.tsx'
import { useMe } from '../../lib/me.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Answer, Empty, Needs } from '../../parts/states.tsx'
import { type Column, Pager, Table } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { keySorts } from '../search.ts'
import { NewKey } from './new-key.tsx'

const route = getRouteApi('/api-keys')

const Revoke = ({ of, onClose }: { of: ApiKey; onClose: (revoked: boolean) => void }) => {
  const { keys } = useT()
  const { ago } = useFormat()
  const revoke = useAct(revokeApiKey, { withMe: true })
  return (
    <Confirm
      title={keys.revokeTitle(of.name)}
      opened
      onClose={() => onClose(false)}
      submit={keys.revoke}
      busy={revoke.isPending}
      error={revoke.error}
      onSubmit={() =>
        revoke.mutate({ params: { id: of.id }, ifMatch: of.version }, { onSuccess: () => onClose(true) })
      }
    >
      {keys.revokeHelp(of.lastFour, of.lastUsedAt ? keys.usedLast(ago(of.lastUsedAt)) : keys.usedNever)}
    </Confirm>
  )
}

const useColumns = (onRevoke: (key: ApiKey) => void): Column<ApiKey>[] => {
  const t = useT()
  return [
    {
      key: 'name',
      head: t.words.name,
      sort: 'name',
      cell: (key) => (
        <>
          <strong>{key.name}</strong>
          <small>{key.scopes.map((scope) => t.keys.scope[scope]).join(', ')}</small>
        </>
      ),
    },
    {
      key: 'key',
      head: t.keys.key,
      cell: (key) => (
        <code>
          {key.prefix}…{key.lastFour}
        </code>
      ),
    },
    {
      key: 'lastUsedAt',
      head: t.keys.lastUse,
      sort: 'lastUsedAt',
      cell: (key) => (key.lastUsedAt ? <When at={key.lastUsedAt} /> : t.keys.neverUsed),
    },
    {
      key: 'creator',
      head: t.keys.creator,
      cell: (key) => (
        <>
          {key.creator.name}
          {key.creator.active ? null : <small>{t.keys.creatorLeft}</small>}
        </>
      ),
    },
    {
      key: 'createdAt',
      head: t.keys.created,
      sort: 'createdAt',
      cell: (key) => <When at={key.createdAt} />,
    },
    {
      key: 'acts',
      head: t.keys.revoke,
      acts: true,
      end: true,
      cell: (key) => (
        <Button size="compact-sm" aria-label={t.keys.revokeOf(key.name)} onClick={() => onRevoke(key)}>
          {t.keys.revoke}
        </Button>
      ),
    },
  ]
}

const KeyList = () => {
  const t = useT()
  const { limits } = useMe()
  const { number } = useFormat()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [making, setMaking] = useState(false)
  const [revoking, setRevoking] = useState<ApiKey>()
  const [said, setSaid] = useState('')
  const sort = search.sort ?? '-createdAt'
  const list = useApi(listApiKeys, { query: { sort, page: search.page, pageSize: 50 } }, { keep: true })
  const columns = useColumns(setRevoking)
  const { used, limit } = limits.apiKeys
  const full = limit !== null && used >= limit
  return (
    <Screen
      title={t.places.keys}
      beside={<p className="quiet">{t.keys.help}</p>}
      actions={
        full ? null : (
          <Button
            variant="filled"
            onClick={() => {
              setSaid('')
              setMaking(true)
            }}
          >
            {t.keys.create}
          </Button>
        )
      }
    >
      {limit === null ? null : (
        <p>
          {t.words.usedOf(t.words.quota.apiKeys, number(used), number(limit))} {full ? t.keys.full : null}
        </p>
      )}
      <p role="status">{said}</p>
      <Answer of={list}>
        {(page) =>
          page.total === 0 ? (
            <Empty title={t.keys.noneTitle}>{t.keys.noneHelp}</Empty>
          ) : (
            <>
              <Table
                caption={t.places.keys}
                columns={columns}
                rows={page.items}
                sort={sort}
                onSort={(next) =>
                  void navigate({
                    search: (before) => ({
                      ...before,
                      page: undefined,
                      sort: [...keySorts, ...keySorts.map((field) => `-${field}` as const)].find(
                        (one) => one === next,
                      ),
                    }),
                  })
                }
                waiting={list.isPlaceholderData}
              />
              <Pager page={page.page} totalPages={page.totalPages} total={page.total} />
            </>
          )
        }
      </Answer>
      {making ? <NewKey onClose={() => setMaking(false)} /> : null}
      {revoking ? (
        <Revoke
          of={revoking}
          onClose={(revoked) => {
            setRevoking(undefined)
            if (revoked) setSaid(t.keys.revoked(revoking.name))
          }}
        />
      ) : null}
    </Screen>
  )
}

export const ApiKeys = () => (
  <Needs level="ADMIN" title={useT().places.keys}>
    <KeyList />
  </Needs>
)
