/** Creates a checklist from a sample, or with a first question of one's own. */
import { NativeSelect, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { createInspectionTemplate, listInspectionTemplates } from '#contracts/scout/admin-templates.ts'
import { text } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { useAction, useApi } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { ErrorPanel } from '#desk-kit/parts/states.tsx'
import { checklistMessages } from './messages.ts'

export const NewChecklist = ({ onClose }: { onClose: () => void }) => {
  const { words } = useMessages()
  const t = useMessages(checklistMessages)
  const navigate = useNavigate()
  const create = useAction(createInspectionTemplate)
  const list = useApi(listInspectionTemplates, { query: { pageSize: 1 } }, { staleMinutes: 10 })
  const form = useForm({
    draft: () => ({ sample: '', name: '', question: '' }),
    write: ({ sample, name, question }) => ({
      ...(name.trim() ? { name: name.trim() } : {}),
      ...(sample
        ? { sample }
        : {
            sections: [
              { title: t.firstSection, questions: [{ text: question.trim(), kind: 'YES_NO' as const }] },
            ],
          }),
    }),
    body: createInspectionTemplate,
    check: ({ sample, name, question }) => ({
      name: sample === '' && name.trim() === '' && t.nameNeeded,
      question: sample === '' && question.trim() === '' && t.questionNeeded,
    }),
    create: (body) => create.mutateAsync({ body }),
    onDone: (made) => {
      onClose()
      if (made) void navigate({ to: '/checklists/$id', params: { id: made.id } })
    },
  })
  const { sample } = form.values
  return (
    <FormDialog form={form} title={t.newChecklist} submit={t.create} onClose={onClose}>
      <NativeSelect
        {...text(form, 'sample', t.from)}
        data={[
          { value: '', label: t.own },
          ...(list.data?.about.samples ?? []).map(({ code, name, questions }) => ({
            value: code,
            label: t.sample({ name, count: questions }),
          })),
        ]}
        data-autofocus
      />
      {list.error ? <ErrorPanel error={list.error} /> : null}
      <TextInput {...text(form, 'name', words.name)} {...(sample ? { description: t.sampleName } : {})} />
      {sample ? null : <TextInput {...text(form, 'question', t.firstQuestion)} />}
    </FormDialog>
  )
}
