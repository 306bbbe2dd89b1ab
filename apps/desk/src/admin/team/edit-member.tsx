/** Name, roles, language and buildings of a member. */
import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { type Role, roles, type VisitorLanguage, visitorLanguages } from '#contracts/kit/vocabulary.ts'
import { type Member, updateUser } from '#contracts/team.ts'
import { FindMany } from '#desk-kit/find/find-field.tsx'
import { Group, text, value } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { useAction } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { teamMessages } from './messages.ts'

interface EditMemberProps {
  /** the current version */
  readonly member: Member
  readonly onClose: () => void
}

export const EditMember = ({ member, onClose }: EditMemberProps) => {
  const { words } = useMessages()
  const team = useMessages(teamMessages)
  const save = useAction(updateUser)
  const form = useForm({
    record: member,
    draft: (record = member) => ({
      name: record.name,
      roles: record.roles as readonly Role[],
      language: (record.language ?? '') as VisitorLanguage | '',
      buildingIds: record.buildingIds as readonly string[],
    }),
    write: (draft) => ({
      name: draft.name.trim(),
      roles: [...draft.roles],
      buildingIds: [...draft.buildingIds],
      ...(draft.language ? { language: draft.language } : {}),
    }),
    body: updateUser,
    check: (draft) => ({
      name: draft.name.trim() === '' && team.nameNeeded,
      roles: draft.roles.length === 0 && team.roleNeeded,
    }),
    update: (body, { id, version }) => save.mutateAsync({ params: { id }, ifMatch: version, body }),
    onDone: onClose,
  })
  const { roles: held, language } = form.values
  return (
    <FormDialog
      form={form}
      title={team.editTitle({ name: member.name })}
      submit={words.save}
      onClose={onClose}
    >
      <TextInput {...text(form, 'name', words.name)} data-autofocus />
      <Group
        form={form}
        name="roles"
        legend={team.roles}
        format={(theirs: readonly Role[]) => theirs.map((role) => words.role[role]).join(', ')}
      >
        {roles.map((role) => (
          <Checkbox
            key={role}
            label={words.role[role]}
            description={team.roleHelp[role]}
            checked={held.includes(role)}
            onChange={() =>
              form.set({ roles: held.includes(role) ? held.filter((one) => one !== role) : [...held, role] })
            }
          />
        ))}
      </Group>
      <NativeSelect
        {...text(form, 'language', team.language, (one) => words.languages[one as VisitorLanguage])}
        data={[
          ...(language ? [] : [{ value: '', label: team.likeTenant }]),
          ...visitorLanguages.map((one) => ({ value: one, label: words.languages[one] })),
        ]}
      />
      <FindMany {...value(form, 'buildingIds', team.covers)} from="buildings" description={team.coversHelp} />
    </FormDialog>
  )
}
