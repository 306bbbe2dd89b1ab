/** Form of an operator: company, skills, limit of open tasks. */
import { Checkbox, MultiSelect, NumberInput, TextInput } from '@mantine/core'
import { type VisitorLanguage, visitorLanguages } from '#contracts/kit/vocabulary.ts'
import type { Operator } from '#contracts/operator/records.ts'
import { createOperator, updateOperator } from '#contracts/operator.ts'
import { FindOne } from '#desk-kit/find/find-field.tsx'
import { check, text, value } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { useAction } from '#desk-kit/lib/api.ts'
import { bodyField } from '#desk-kit/lib/contract.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { adminMessages } from '../messages.ts'
import { operatorMessages } from './messages.ts'
import { useSkills } from './skills.ts'

interface Draft {
  readonly name: string
  readonly email: string
  readonly companyId: string | null
  readonly userId: string | null
  readonly inviteUser: boolean
  readonly skills: readonly string[]
  readonly languages: readonly string[]
  readonly maxOpenTasks: number | string
}

const draftOf = (operator: Operator | undefined): Draft => ({
  name: operator?.name ?? '',
  email: operator?.email ?? '',
  companyId: operator?.companyId ?? null,
  userId: operator?.userId ?? null,
  inviteUser: false,
  skills: operator?.skills ?? [],
  languages: operator?.languages ?? [],
  maxOpenTasks: operator?.maxOpenTasks ?? '',
})

const bodyOf = (draft: Draft) => ({
  name: draft.name.trim(),
  email: draft.email.trim() || null,
  companyId: draft.companyId,
  userId: draft.userId,
  skills: [...draft.skills],
  languages: [...draft.languages],
  maxOpenTasks: typeof draft.maxOpenTasks === 'number' ? draft.maxOpenTasks : null,
  ...(draft.inviteUser ? { inviteUser: true } : {}),
})

interface OperatorFormProps {
  /** the current version; undefined: creates one */
  readonly operator: Operator | undefined
  readonly onClose: () => void
}

export const OperatorForm = ({ operator, onClose }: OperatorFormProps) => {
  const { words } = useMessages()
  const t = useMessages(operatorMessages)
  const house = useMessages(adminMessages)
  const skills = useSkills()
  const { list } = useFormat()
  const create = useAction(createOperator, { withMe: true })
  const update = useAction(updateOperator)
  const form = useForm({
    record: operator,
    draft: draftOf,
    write: bodyOf,
    body: createOperator,
    check: ({ name, email, inviteUser }) => ({
      name: name.trim() === '' && t.nameNeeded,
      email: inviteUser && email.trim() === '' && t.emailNeeded,
    }),
    create: (body) => create.mutateAsync({ body }),
    update: (body, { id, version }) => update.mutateAsync({ params: { id }, ifMatch: version, body }),
    onDone: onClose,
  })
  const { skills: held, languages, userId } = form.values
  const spoken: Readonly<Record<string, string>> = words.languages
  const nameOf = (tag: string): string => spoken[tag as VisitorLanguage] ?? tag
  return (
    <FormDialog
      form={form}
      title={operator ? t.editTitle({ name: operator.name }) : t.newOperator}
      submit={words.save}
      quota="members"
      onClose={onClose}
    >
      <TextInput {...text(form, 'name', words.name)} data-autofocus />
      <TextInput {...text(form, 'email', house.email)} type="email" />
      <FindOne {...value(form, 'companyId', t.company)} from="companies" description={t.noCompanyHelp} />
      <FindOne {...value(form, 'userId', t.member)} from="members" description={t.memberHelp} />
      {operator || userId !== null ? null : <Checkbox {...check(form, 'inviteUser', t.invite)} />}
      <MultiSelect
        {...value(form, 'skills', t.skillsHeld, (theirs) => list(theirs.map(skills.name)))}
        value={[...held]}
        description={t.skillsHelp}
        data={skills.choices(held)}
        searchable
        hidePickedOptions
        nothingFoundMessage={words.nothingToChoose}
      />
      <MultiSelect
        {...value(form, 'languages', t.spoken, (theirs) => list(theirs.map(nameOf)))}
        value={[...languages]}
        data={[...new Set<string>([...visitorLanguages, ...languages])].map((tag) => ({
          value: tag,
          label: nameOf(tag),
        }))}
        searchable
        hidePickedOptions
        nothingFoundMessage={words.nothingToChoose}
      />
      <NumberInput
        {...value(form, 'maxOpenTasks', t.maxOpen)}
        description={t.maxOpenHelp}
        min={1}
        max={bodyField(createOperator, 'maxOpenTasks')?.maximum ?? 1}
        allowDecimal={false}
      />
    </FormDialog>
  )
}
