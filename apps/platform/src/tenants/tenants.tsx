/** SUP-1 and SUP-3: all tenants; the search also finds one by an id that somebody reports. */
import { Link } from '@tanstack/react-router'
import { createTenant, type listTenants } from '#contracts/super-admin/tenants.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { sizeIn } from '#desk-kit/lib/size.ts'
import type { UseList } from '#desk-kit/list/declaration.ts'
import { When } from '#desk-kit/parts/when.tsx'
import { TenantMark } from './marks.tsx'
import { tenantMessages } from './messages.ts'
import { NewTenant } from './new-tenant.tsx'

export const useList: UseList<typeof listTenants> = () => {
  const { words } = useMessages()
  const t = useMessages(tenantMessages)
  const { number, date, locale } = useFormat()
  return {
    name: ({ name }) => name,
    search: t.search,
    help: t.hourOld,
    first: { title: t.noneTitle, help: t.noneHelp },
    filters: [
      { of: 'state', label: t.state, words: t.states },
      { of: 'plan', label: t.plan, words: words.plans },
      { of: 'near', label: t.near, pressed: true },
    ],
    create: [{ label: t.create, by: createTenant, layer: (close) => <NewTenant onClose={close} /> }],
    opens: ({ id, name }) => ({
      label: name,
      link: (props) => <Link {...props} to="/tenants/$id" params={{ id }} />,
    }),
    columns: [
      {
        key: 'name',
        head: words.name,
        cell: ({ name }) => name,
        below: ({ slug, matched }) => {
          if (!matched) return slug
          return matched.kind === 'EMAIL' ? t.matchedEmail : t.matched[matched.kind]({ id: matched.id })
        },
      },
      {
        key: 'state',
        head: t.state,
        cell: ({ state }) => <TenantMark state={state} />,
        below: ({ stateReason, eraseAt }) =>
          eraseAt ? t.erasedOn({ day: date(eraseAt) }) : stateReason && t.stateReasons[stateReason],
      },
      {
        key: 'plan',
        head: t.plan,
        cell: ({ plan }) => words.plans[plan],
        below: ({ nearLimits }) =>
          nearLimits.length > 0 ? `${t.near}: ${nearLimits.map((one) => t.limits[one]).join(', ')}` : null,
      },
      { key: 'members', head: t.members, end: true, wide: true, cell: ({ members }) => number(members) },
      { key: 'buildings', head: t.buildings, end: true, wide: true, cell: (row) => number(row.buildings) },
      { key: 'qrCodes', head: t.qrCodes, end: true, wide: true, cell: (row) => number(row.qrCodes) },
      { key: 'feedback30d', head: t.feedback30d, end: true, cell: (row) => number(row.feedback30d) },
      {
        key: 'storageBytes',
        head: t.storage,
        end: true,
        wide: true,
        cell: ({ storageBytes }) => sizeIn(storageBytes, locale),
      },
      {
        key: 'lastActiveAt',
        head: t.lastActive,
        cell: ({ lastActiveAt }) => (lastActiveAt ? <When at={lastActiveAt} /> : t.never),
      },
      { key: 'createdAt', head: words.created, wide: true, cell: ({ createdAt }) => <When at={createdAt} /> },
    ],
  }
}
