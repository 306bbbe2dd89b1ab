/** Creates a tenant and invites its first administrator. */
import { NativeSelect, TextInput } from '@mantine/core'
import { type Plan, plans, visitorLanguages } from '#contracts/kit/vocabulary.ts'
import { createTenant } from '#contracts/super-admin/tenants.ts'
import { text } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { useAction } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import type { Close } from '#desk-kit/list/declaration.ts'
import { languageNames } from '#i18n/languages.ts'
import { tenantMessages } from './messages.ts'

type Language = (typeof visitorLanguages)[number]

export const NewTenant = ({ onClose }: { onClose: Close }) => {
  const { words } = useMessages()
  const t = useMessages(tenantMessages)
  const create = useAction(createTenant)
  const form = useForm({
    draft: () => ({
      name: '',
      slug: '',
      plan: 'TRIAL' as string,
      'admin.name': '',
      'admin.email': '',
      language: 'en' as string,
    }),
    write: (draft) => ({
      name: draft.name.trim(),
      ...(draft.slug.trim() ? { slug: draft.slug.trim() } : {}),
      ...(draft.plan === 'TRIAL' ? {} : { plan: draft.plan as Plan }),
      admin: { name: draft['admin.name'].trim(), email: draft['admin.email'].trim() },
      language: draft.language as Language,
    }),
    body: createTenant,
    check: (draft) => ({
      name: draft.name.trim() === '' && t.nameNeeded,
      'admin.name': draft['admin.name'].trim() === '' && t.nameNeeded,
    }),
    create: (body) => create.mutateAsync({ body }),
    onDone: (made) => onClose(made ? t.created({ name: made.name }) : undefined),
  })
  return (
    <FormDialog form={form} title={t.create} submit={t.create} onClose={() => onClose()}>
      <TextInput {...text(form, 'name', t.name)} data-autofocus />
      <TextInput {...text(form, 'slug', t.slug)} description={t.slugHelp} />
      <div className="two">
        <NativeSelect
          {...text(form, 'plan', t.plan)}
          data={plans.map((value) => ({ value, label: words.plans[value] }))}
        />
        <NativeSelect
          {...text(form, 'language', t.language)}
          data={visitorLanguages.map((value) => ({ value, label: languageNames[value] }))}
        />
      </div>
      <TextInput {...text(form, 'admin.name', t.adminName)} autoComplete="off" />
      <TextInput
        {...text(form, 'admin.email', t.adminEmail)}
        type="email"
        description={t.adminHelp}
        autoComplete="off"
      />
    </FormDialog>
  )
}
