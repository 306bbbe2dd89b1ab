/** Invites a scout, or changes where, when and how a scout inspects. */
import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type VisitorLanguage, visitorLanguages } from '#contracts/kit/vocabulary.ts'
import { createScout, updateScout } from '#contracts/scout/admin-scouts.ts'
import { type AdminScout, type ScoutKind, scoutKinds } from '#contracts/scout/people.ts'
import { FindMany } from '#desk-kit/find/find-field.tsx'
import { check, text, value } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { useAction } from '#desk-kit/lib/api.ts'
import { useDeskLanguage, useMessages } from '#desk-kit/lib/language.tsx'
import { adminMessages } from '../../admin/messages.ts'
import { type Activation, ShownCode } from './activation.tsx'
import { scoutMessages } from './messages.ts'

interface Draft {
  readonly name: string
  readonly kind: ScoutKind
  readonly 'scope.buildingIds': readonly string[]
  readonly 'scope.types': readonly string[]
  readonly blind: boolean
  readonly extraRounds: boolean
  readonly validFrom: string
  readonly validUntil: string
  readonly email: string
  readonly language: VisitorLanguage
  readonly reference: string
}

const draftOf = (scout: AdminScout | undefined, language: VisitorLanguage): Draft => ({
  // The name of a mystery visitor is never told, so there is none to start from.
  name: scout && scout.kind !== 'MYSTERY' ? scout.name : '',
  kind: scout?.kind ?? 'SUPERVISOR',
  'scope.buildingIds': scout?.scope.buildingIds ?? [],
  'scope.types': scout?.scope.types ?? [],
  blind: scout?.blind ?? true,
  extraRounds: scout?.extraRounds ?? false,
  validFrom: scout?.validFrom ?? '',
  validUntil: scout?.validUntil ?? '',
  email: '',
  language: scout?.language ?? language,
  reference: scout?.reference ?? '',
})

/** What both may be given; a date or name that is left empty is not sent. */
const bodyOf = (draft: Draft) => {
  const types = draft['scope.types']
  return {
    ...(draft.name.trim() ? { name: draft.name.trim() } : {}),
    blind: draft.blind,
    scope: {
      buildingIds: [...draft['scope.buildingIds']],
      ...(types.length > 0 ? { types: [...types] } : {}),
    },
    extraRounds: draft.extraRounds,
    ...(draft.validFrom ? { validFrom: draft.validFrom } : {}),
    ...(draft.validUntil ? { validUntil: draft.validUntil } : {}),
    reference: draft.reference.trim() || null,
  }
}

interface ScoutFormProps {
  /** undefined: invites one */
  readonly scout: AdminScout | undefined
  readonly onClose: () => void
}

export const ScoutForm = ({ scout, onClose }: ScoutFormProps) => {
  const { words } = useMessages()
  const t = useMessages(scoutMessages)
  const house = useMessages(adminMessages)
  const language = useDeskLanguage()
  const create = useAction(createScout, { withMe: true })
  const update = useAction(updateScout)
  const [invited, setInvited] = useState<Activation>()
  const form = useForm({
    record: scout,
    draft: (record): Draft => draftOf(record, language),
    write: (draft) => ({
      ...bodyOf(draft),
      kind: draft.kind,
      language: draft.language,
      email: draft.email.trim(),
    }),
    body: createScout,
    check: ({ name, kind, 'scope.buildingIds': buildings }) => ({
      name: name.trim() === '' && !(scout && kind === 'MYSTERY') && t.nameNeeded,
      'scope.buildingIds': buildings.length === 0 && t.buildingNeeded,
    }),
    create: async ({ name = '', email, ...body }): Promise<Activation | undefined> =>
      create.mutateAsync({ body: { ...body, name, ...(email ? { email } : {}) } }),
    update: async ({ kind: _, language: _language, email: _email, ...body }, { id, version }) => {
      await update.mutateAsync({ params: { id }, ifMatch: version, body })
      return undefined
    },
    onDone: (activation) => (activation ? setInvited(activation) : onClose()),
  })
  if (invited) return <ShownCode of={invited} onClose={onClose} />
  const { kind } = form.values
  const isMystery = kind === 'MYSTERY'
  return (
    <FormDialog
      form={form}
      title={scout ? t.editTitle : t.invite}
      submit={scout ? words.save : t.invite}
      quota="scouts"
      onClose={onClose}
    >
      {scout ? null : (
        <NativeSelect
          {...text(form, 'kind', t.kind)}
          description={t.kindHelps[kind]}
          data={scoutKinds.map((one) => ({ value: one, label: t.kinds[one] }))}
          data-autofocus
        />
      )}
      <TextInput
        {...text(form, 'name', words.name)}
        description={isMystery ? (scout ? t.mysteryRename : t.mysteryName) : t.nameHelp}
        autoComplete="off"
        {...(scout ? { 'data-autofocus': true } : {})}
      />
      <FindMany {...value(form, 'scope.buildingIds', t.buildings)} from="buildings" />
      <FindMany {...value(form, 'scope.types', t.types)} from="types" description={t.typesHelp} />
      <fieldset>
        <legend>{t.seen}</legend>
        {isMystery ? (
          <small>{t.alwaysBlind}</small>
        ) : (
          <Switch {...check(form, 'blind', t.blind)} description={t.blindHelp} />
        )}
        <Switch {...check(form, 'extraRounds', t.extraRounds)} description={t.extraRoundsHelp} />
      </fieldset>
      <div className="two">
        <TextInput {...text(form, 'validFrom', t.validFrom)} type="date" />
        <TextInput {...text(form, 'validUntil', t.validUntil)} type="date" />
      </div>
      {scout ? null : (
        <>
          <small>{t.datesHelp}</small>
          <TextInput {...text(form, 'email', house.email)} type="email" description={t.emailHelp} />
          <NativeSelect
            {...text(form, 'language', t.language)}
            data={visitorLanguages.map((one) => ({ value: one, label: words.languages[one] }))}
          />
        </>
      )}
      <TextInput {...text(form, 'reference', t.reference)} description={t.referenceHelp} />
    </FormDialog>
  )
}
