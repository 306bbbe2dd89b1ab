/** SUP-9: feature flags. */
import { type FlagRecord, type listFlags, setFlag } from '#contracts/super-admin/flags.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import type { UseList } from '#desk-kit/list/declaration.ts'
import { Mark } from '#desk-kit/parts/mark.tsx'
import { When } from '#desk-kit/parts/when.tsx'
import { FlagForm } from './flag-form.tsx'
import { systemMessages } from './messages.ts'

const OnOff = ({ on }: { on: boolean }) => {
  const t = useMessages(systemMessages)
  return <Mark tone={on ? 'good' : 'muted'}>{on ? t.on : t.off}</Mark>
}

export const useList: UseList<typeof listFlags> = () => {
  const { words } = useMessages()
  const t = useMessages(systemMessages)
  const { list } = useFormat()
  const said = (name: string, on: boolean): string => `${name}: ${on ? t.on : t.off}`
  const plansOf = ({ plans }: FlagRecord): string =>
    list(
      Object.entries(plans).map(([plan, on]) =>
        said(words.plans[plan as keyof typeof words.plans], on === true),
      ),
    )
  return {
    name: ({ key }) => key,
    id: ({ key }) => key,
    help: t.flagsHelp,
    first: { title: t.noFlags },
    opens: (flag) => ({
      label: t.switchFlag,
      by: setFlag,
      layer: (close) => <FlagForm flag={flag} onClose={close} />,
    }),
    columns: [
      { key: 'key', head: t.flag, cell: ({ key }) => <code>{key}</code>, below: (flag) => flag.description },
      { key: 'default', head: t.default, cell: (flag) => <OnOff on={flag.default} /> },
      {
        key: 'everywhere',
        head: t.everywhere,
        cell: ({ global }) => (global === null ? t.undecided : <OnOff on={global} />),
      },
      { key: 'plans', head: t.byPlan, cell: (flag) => plansOf(flag) || t.undecided },
      {
        key: 'tenants',
        head: t.byTenant,
        cell: ({ tenants }) => list(tenants.map(({ name, on }) => said(name, on))) || t.undecided,
      },
      {
        key: 'updatedAt',
        head: t.changed,
        wide: true,
        cell: ({ updatedAt }) => (updatedAt ? <When at={updatedAt} /> : t.never),
      },
    ],
  }
}
