/** Form of a share link. Creating one ends with its address. */
import { Checkbox, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import {
  createShareLink,
  type NewShareLink,
  type ShareLink,
  updateShareLink,
} from '#contracts/sharing/links.ts'
import { type LinkKind, linkKinds } from '#contracts/sharing/view.ts'
import { check, text, value } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { type Form, useForm } from '#desk-kit/form/use-form.ts'
import { useAction } from '#desk-kit/lib/api.ts'
import { todayIn } from '#desk-kit/lib/days.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useMe } from '#desk-kit/lib/me.ts'
import { useFocusBack } from '#desk-kit/parts/focus-back.ts'
import {
  bodyOf,
  draftOf,
  isOrigin,
  type LinkDraft,
  linesOf,
  type PasswordMode,
  usualEnd,
} from './link-draft.ts'
import { sharingMessages } from './messages.ts'
import { ShownAddress } from './shown-address.tsx'
import { ContentsFields, PlacesFields } from './what-fields.tsx'

interface FieldsProps {
  readonly form: Form<LinkDraft>
}

const Visitors = ({ form }: FieldsProps) => {
  const t = useMessages(sharingMessages)
  return (
    <fieldset className="plain-fieldset">
      <legend>{t.visitors}</legend>
      <Checkbox {...check(form, 'comments', t.showComments)} />
      <Checkbox {...check(form, 'photos', t.showPhotos)} />
      <small>{t.redactionHelp}</small>
    </fieldset>
  )
}

const Password = ({ form, had }: FieldsProps & { readonly had: boolean }) => {
  const t = useMessages(sharingMessages)
  const modes: PasswordMode[] = had ? ['KEEP', 'NEW', 'NONE'] : ['NONE', 'NEW']
  return (
    <>
      <NativeSelect
        {...text(form, 'passwordMode', t.password)}
        data={modes.map((mode) => ({ value: mode, label: t.passwordModes[mode] }))}
      />
      {form.values.passwordMode === 'NEW' ? (
        <TextInput
          {...text(form, 'password', t.passwordNew)}
          description={t.passwordHelp}
          autoComplete="off"
          spellCheck={false}
        />
      ) : null}
    </>
  )
}

const Limits = ({ form, had }: FieldsProps & { readonly had: boolean }) => {
  const t = useMessages(sharingMessages)
  const { tenant } = useMe()
  const most = value(form, 'maxViews', t.maxViews)
  return (
    <>
      <div className="two">
        <TextInput
          {...text(form, 'expiresAt', t.endsAfter)}
          type="date"
          min={todayIn(tenant.timeZone)}
          description={t.endsHelp}
        />
        <NumberInput
          {...most}
          value={most.value ?? ''}
          min={1}
          max={1_000_000}
          allowDecimal={false}
          description={t.maxViewsHelp}
          onChange={(next) => form.set({ maxViews: next === '' ? null : Number(next) })}
        />
      </div>
      <Password form={form} had={had} />
    </>
  )
}

interface LinkFormProps {
  /** the current version; undefined: creates one */
  readonly link: ShareLink | undefined
  readonly onClose: () => void
}

/** The answer to creating one contains the address. */
type Saved = ShareLink & Partial<Pick<NewShareLink, 'url'>>

export const LinkForm = ({ link, onClose }: LinkFormProps) => {
  const { words } = useMessages()
  const t = useMessages(sharingMessages)
  const { tenant } = useMe()
  const { timeZone } = tenant
  const create = useAction(createShareLink, { withMe: true })
  const update = useAction(updateShareLink, { withMe: true })
  const [created, setCreated] = useState<Pick<NewShareLink, 'name' | 'url' | 'kind'>>()
  const form = useForm({
    record: link,
    draft: (record): LinkDraft => draftOf(record, timeZone),
    write: (draft) => bodyOf(draft, timeZone),
    body: createShareLink,
    check: ({ kind, name, contents, expiresAt, passwordMode, password, allowedOrigins }) => ({
      name: name.trim() === '' && t.nameNeeded,
      contents: kind !== 'STATUS_BOARD' && contents.length === 0 && t.contentNeeded,
      expiresAt:
        expiresAt !== '' && expiresAt < todayIn(timeZone) && expiresAt !== draftOf(link, timeZone).expiresAt
          ? t.endsPast
          : undefined,
      password: passwordMode === 'NEW' && password.length < 8 && t.passwordShort,
      allowedOrigins: kind === 'EMBED' && !linesOf(allowedOrigins).every(isOrigin) && t.originsWrong,
    }),
    create: (body): Promise<Saved> => create.mutateAsync({ body }),
    update: ({ kind: _, ...body }, { id, version }): Promise<Saved> =>
      update.mutateAsync({ params: { id }, ifMatch: version, body }),
    onDone: (answer) => {
      if (answer?.url) setCreated({ name: answer.name, url: answer.url, kind: answer.kind })
      else onClose()
    },
  })
  useFocusBack(true)
  if (created) return <ShownAddress created={created} onClose={onClose} />
  const { kind, expiresAt } = form.values
  const kindField = text(form, 'kind', t.kind)
  return (
    <FormDialog
      form={form}
      title={link ? t.editLink : t.newLink}
      submit={link ? words.save : t.newLink}
      onClose={onClose}
      quota="shareLinks"
      wide
    >
      {link ? null : (
        <NativeSelect
          {...kindField}
          description={t.kindHelp[kind]}
          data={linkKinds.map((one) => ({ value: one, label: t.kinds[one] }))}
          onChange={(event) => {
            const next = event.currentTarget.value as LinkKind
            const untouched = expiresAt === usualEnd(kind, timeZone)
            form.set({ kind: next, ...(untouched ? { expiresAt: usualEnd(next, timeZone) } : {}) })
          }}
          data-autofocus
        />
      )}
      <TextInput {...text(form, 'name', t.linkName)} description={t.linkNameHelp} />
      <PlacesFields form={form} />
      {kind === 'STATUS_BOARD' ? null : (
        <>
          <ContentsFields form={form} />
          <Visitors form={form} />
        </>
      )}
      {kind === 'EMBED' ? (
        <Textarea
          {...text(form, 'allowedOrigins', t.origins)}
          description={t.originsHelp}
          autosize
          minRows={2}
          spellCheck={false}
        />
      ) : null}
      <Limits form={form} had={link?.hasPassword ?? false} />
    </FormDialog>
  )
}
