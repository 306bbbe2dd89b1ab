/** ADM-17: API keys. */
import { createApiKey, type listApiKeys, revokeApiKey } from '#contracts/auth/api-keys.ts'
import { callOf } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useMe } from '#desk-kit/lib/me.ts'
import type { UseList } from '#desk-kit/list/declaration.ts'
import { Confirm } from '#desk-kit/parts/confirm.tsx'
import { When } from '#desk-kit/parts/when.tsx'
import { keyMessages } from './messages.ts'
import { NewKey } from './new-key.tsx'

export const useList: UseList<typeof listApiKeys> = () => {
  const { words } = useMessages()
  const t = useMessages(keyMessages)
  const { number, ago } = useFormat()
  const { used, limit } = useMe().limits.apiKeys
  const full = limit !== null && used >= limit
  return {
    name: (key) => key.name,
    help: t.help,
    first: { title: t.noneTitle, help: t.noneHelp },
    note:
      limit === null ? null : (
        <p>
          {words.usedOf({ what: words.quota.apiKeys, used: number(used), allowed: number(limit) })}{' '}
          {full ? t.full : null}
        </p>
      ),
    create: [
      !full && { label: t.create, by: createApiKey, layer: (close) => <NewKey onClose={() => close()} /> },
    ],
    columns: [
      {
        key: 'name',
        head: words.name,
        cell: (key) => key.name,
        below: (key) => key.scopes.map((scope) => t.scope[scope]).join(', '),
      },
      {
        key: 'key',
        head: t.key,
        cell: (key) => (
          <code>
            {key.prefix}…{key.lastFour}
          </code>
        ),
      },
      {
        key: 'lastUsedAt',
        head: t.lastUse,
        cell: (key) => (key.lastUsedAt ? <When at={key.lastUsedAt} /> : t.neverUsed),
      },
      {
        key: 'creator',
        head: t.creator,
        cell: (key) => key.creator.name,
        below: (key) => (key.creator.active ? null : t.creatorLeft),
      },
      { key: 'createdAt', head: t.created, cell: (key) => <When at={key.createdAt} /> },
    ],
    actions: (key) => [
      {
        label: t.revoke,
        by: revokeApiKey,
        layer: (close) => (
          <Confirm
            title={t.revokeTitle({ name: key.name })}
            submit={t.revoke}
            call={callOf(revokeApiKey, { params: { id: key.id }, ifMatch: key.version }, true)}
            onClose={close}
            onDone={() => close(t.revoked({ name: key.name }))}
          >
            {t.revokeHelp({
              ending: key.lastFour,
              used: key.lastUsedAt ? t.usedLast({ ago: ago(key.lastUsedAt) }) : t.usedNever,
            })}
          </Confirm>
        ),
      },
    ],
  }
}
