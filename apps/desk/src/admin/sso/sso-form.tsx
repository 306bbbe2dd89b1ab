/** One step of the single sign-on setup: saved separately; fields left out stay unchanged. */
import type { ReactNode } from 'react'
import { type Sso, type SsoChanges, updateSso } from '#contracts/sso.ts'
import { PageForm } from '#desk-kit/form/page-form.tsx'
import { type Faults, type Form, useForm } from '#desk-kit/form/use-form.ts'
import { useAction } from '#desk-kit/lib/api.ts'

interface SsoFormProps<D extends object> {
  /** the current version */
  readonly sso: Sso
  readonly read: (sso: Sso) => D
  readonly write: (draft: D) => Partial<SsoChanges>
  /** fields that are sent even if untouched */
  readonly always?: (draft: D) => Partial<SsoChanges>
  readonly check: (draft: D) => Faults<D>
  readonly submit: string
  readonly children: (form: Form<D>) => ReactNode
}

export const SsoForm = <D extends object>({ sso, read, write, always, ...props }: SsoFormProps<D>) => {
  const save = useAction(updateSso)
  const form: Form<D> = useForm({
    record: sso,
    draft: (record = sso) => read(record),
    write: (draft): Partial<SsoChanges> => ({ ...write(draft) }),
    body: updateSso,
    check: props.check,
    update: (body, { enabled, version }) =>
      save.mutateAsync({ ifMatch: version, body: { enabled, ...always?.(form.values), ...body } }),
  })
  return (
    <PageForm form={form} submit={props.submit}>
      {props.children(form)}
    </PageForm>
  )
}
