/** Switches a feature everywhere, for plans and for tenants. */
import { NativeSelect } from '@mantine/core'
import { plans } from '#contracts/kit/vocabulary.ts'
import { type FlagRecord, setFlag } from '#contracts/super-admin/flags.ts'
import { FindOne } from '#desk-kit/find/find-field.tsx'
import { useFound } from '#desk-kit/find/use-found.ts'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { useAction } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import type { Close } from '#desk-kit/list/declaration.ts'
import { systemMessages } from './messages.ts'

interface FlagFormProps {
  readonly flag: FlagRecord
  readonly onClose: Close
}

type Decided = Readonly<Record<string, boolean>>

interface TenantSwitchProps {
  readonly id: string
  /** undefined: added in this form */
  readonly name: string | undefined
  readonly value: string
  readonly data: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (choice: string) => void
}

const TenantSwitch = ({ id, name, value, data, onChange }: TenantSwitchProps) => {
  const { names } = useFound('tenants', { typed: '', chosen: name === undefined ? [id] : [], enabled: false })
  return (
    <NativeSelect
      label={name ?? names.get(id) ?? '…'}
      value={value}
      data={[...data]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

export const FlagForm = ({ flag, onClose }: FlagFormProps) => {
  const { words } = useMessages()
  const t = useMessages(systemMessages)
  const set = useAction(setFlag)
  const form = useForm({
    draft: () => ({
      global: flag.global,
      plans: flag.plans as Decided,
      tenants: Object.fromEntries(flag.tenants.map(({ id, on }) => [id, on])) as Decided,
    }),
    write: (draft) => draft,
    body: setFlag,
    create: (body) => set.mutateAsync({ params: { key: flag.key }, body }),
    onDone: () => onClose(t.saved({ key: flag.key })),
  })
  const { values } = form
  const names = new Map(flag.tenants.map(({ id, name }) => [id, name]))
  const choices = (undecided: string) => [
    { value: '', label: undecided },
    { value: 'on', label: t.on },
    { value: 'off', label: t.off },
  ]
  const shown = (on: boolean | null | undefined): string => (on == null ? '' : on ? 'on' : 'off')
  /** Without the name where nothing is decided for it. */
  const decide = (before: Decided, name: string, choice: string): Decided => {
    const { [name]: _, ...others } = before
    return choice === '' ? others : { ...others, [name]: choice === 'on' }
  }
  return (
    <FormDialog
      form={form}
      title={t.switchTitle({ key: flag.key })}
      submit={t.switchFlag}
      onClose={() => onClose()}
    >
      <p>{t.flagsHelp}</p>
      <NativeSelect
        label={t.everywhere}
        value={shown(values.global)}
        data={choices(t.asDefault({ state: flag.default ? t.on : t.off }))}
        onChange={(event) => {
          const choice = event.currentTarget.value
          form.set({ global: choice === '' ? null : choice === 'on' })
        }}
        data-autofocus
      />
      <div className="two">
        {plans.map((plan) => (
          <NativeSelect
            key={plan}
            label={words.plans[plan]}
            value={shown(values.plans[plan])}
            data={choices(t.undecided)}
            onChange={(event) => form.set({ plans: decide(values.plans, plan, event.currentTarget.value) })}
          />
        ))}
      </div>
      {Object.entries(values.tenants).map(([id, on]) => (
        <TenantSwitch
          key={id}
          id={id}
          name={names.get(id)}
          value={shown(on)}
          data={choices(t.undecided)}
          onChange={(choice) => form.set({ tenants: decide(values.tenants, id, choice) })}
        />
      ))}
      <FindOne
        from="tenants"
        label={t.addTenant}
        value={null}
        onChange={(id) => {
          if (id) form.set({ tenants: { ...values.tenants, [id]: !flag.default } })
        }}
      />
    </FormDialog>
  )
}
