/** Form of a company or own team: coverage, contract, contacts. */
import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { newId } from '#client/unique-id.ts'
import { type Company, type CompanyKind, companyKinds } from '#contracts/operator/records.ts'
import { createCompany, updateCompany } from '#contracts/operator.ts'
import { listSlaPolicies } from '#contracts/sla/policies.ts'
import { Group, text } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { useAction, useApi } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useEntitled } from '#desk-kit/lib/me.ts'
import { ErrorPanel } from '#desk-kit/parts/states.tsx'
import { adminMessages } from '../messages.ts'
import { type CoverageDraft, CoverageFields, CoverageText, coverageDraft, partsOf } from './coverage.tsx'
import { companyMessages } from './messages.ts'

interface ContactLine {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly phone: string
}

interface Draft {
  readonly name: string
  readonly kind: CompanyKind
  readonly coverage: CoverageDraft
  readonly contractFrom: string
  readonly contractUntil: string
  readonly contacts: readonly ContactLine[]
  readonly slaPolicyId: string
}

const draftOf = (company: Company | undefined): Draft => ({
  name: company?.name ?? '',
  kind: company?.kind ?? 'PROVIDER',
  coverage: coverageDraft(company?.coverage ?? []),
  contractFrom: company?.contractFrom ?? '',
  contractUntil: company?.contractUntil ?? '',
  contacts: (company?.contacts ?? []).map(({ name, email, phone }, index) => ({
    id: String(index),
    name,
    email: email ?? '',
    phone: phone ?? '',
  })),
  slaPolicyId: company?.slaPolicyId ?? '',
})

const bodyOf = (draft: Draft) => ({
  name: draft.name.trim(),
  kind: draft.kind,
  coverage: partsOf(draft.coverage),
  contractFrom: draft.contractFrom || null,
  contractUntil: draft.contractUntil || null,
  contacts: draft.contacts.map(({ name, email, phone }) => ({
    name: name.trim(),
    email: email.trim() || null,
    phone: phone.trim() || null,
  })),
  slaPolicyId: draft.slaPolicyId || null,
})

interface ContactFieldsProps {
  readonly contacts: readonly ContactLine[]
  readonly onChange: (contacts: readonly ContactLine[]) => void
}

const ContactFields = ({ contacts, onChange }: ContactFieldsProps) => {
  const { words } = useMessages()
  const t = useMessages(companyMessages)
  const house = useMessages(adminMessages)
  const set = (id: string, part: Partial<ContactLine>): void =>
    onChange(contacts.map((one) => (one.id === id ? { ...one, ...part } : one)))
  return (
    <>
      {contacts.map((one, index) => (
        <fieldset key={one.id} className="line-fields">
          <legend className="hidden">{t.contact({ index: index + 1 })}</legend>
          <TextInput
            label={words.name}
            maxLength={120}
            value={one.name}
            onChange={(event) => set(one.id, { name: event.currentTarget.value })}
          />
          <TextInput
            label={house.email}
            type="email"
            value={one.email}
            onChange={(event) => set(one.id, { email: event.currentTarget.value })}
          />
          <TextInput
            label={t.phone}
            type="tel"
            maxLength={40}
            value={one.phone}
            onChange={(event) => set(one.id, { phone: event.currentTarget.value })}
          />
          <ActionIcon
            aria-label={`${words.remove}: ${one.name || t.contact({ index: index + 1 })}`}
            onClick={() => onChange(contacts.filter(({ id }) => id !== one.id))}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </fieldset>
      ))}
      <div>
        <Button
          size="compact-sm"
          onClick={() => onChange([...contacts, { id: newId(), name: '', email: '', phone: '' }])}
        >
          {t.addContact}
        </Button>
      </div>
    </>
  )
}

interface CompanyFormProps {
  /** the current version; undefined: creates one */
  readonly company: Company | undefined
  readonly onClose: () => void
}

export const CompanyForm = ({ company, onClose }: CompanyFormProps) => {
  const { words } = useMessages()
  const t = useMessages(companyMessages)
  const { list, day } = useFormat()
  const levels = useEntitled('SLA_MONITORING')
  const policies = useApi(
    listSlaPolicies,
    { query: { pageSize: 100 } },
    { enabled: levels, staleMinutes: 10 },
  )
  const create = useAction(createCompany)
  const update = useAction(updateCompany)
  const form = useForm({
    record: company,
    draft: draftOf,
    write: bodyOf,
    body: createCompany,
    check: ({ name, contacts }) => ({
      name: name.trim() === '' && t.nameNeeded,
      contacts: contacts.some((one) => one.name.trim() === '') && t.contactNeeded,
    }),
    create: (body) => create.mutateAsync({ body }),
    update: (body, { id, version }) => update.mutateAsync({ params: { id }, ifMatch: version, body }),
    onDone: onClose,
  })
  const { coverage, contacts, slaPolicyId } = form.values
  const known = (policies.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <FormDialog
      form={form}
      title={company ? t.editTitle({ name: company.name }) : t.newCompany}
      submit={words.save}
      onClose={onClose}
      wide
    >
      <div className="two">
        <TextInput {...text(form, 'name', words.name)} data-autofocus />
        <NativeSelect
          {...text(form, 'kind', t.kind, (one) => t.kinds[one as CompanyKind])}
          data={companyKinds.map((one) => ({ value: one, label: t.kinds[one] }))}
        />
      </div>
      <Group
        form={form}
        name="coverage"
        legend={t.looksAfter}
        help={t.coverageHelp}
        format={(theirs: CoverageDraft) => <CoverageText coverage={partsOf(theirs)} />}
      >
        <CoverageFields value={coverage} onChange={(next) => form.set({ coverage: next })} />
      </Group>
      <div className="two align-start">
        <TextInput
          {...text(form, 'contractFrom', t.contractFrom, (one) => one && day(one))}
          type="date"
          maxLength={undefined}
        />
        <TextInput
          {...text(form, 'contractUntil', t.lastDay, (one) => one && day(one))}
          type="date"
          maxLength={undefined}
          description={t.contractHelp}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
      </div>
      <Group
        form={form}
        name="contacts"
        legend={t.contacts}
        format={(lines: readonly ContactLine[]) => list(lines.map(({ name }) => name))}
      >
        <ContactFields contacts={contacts} onChange={(lines) => form.set({ contacts: lines })} />
      </Group>
      {levels ? (
        <NativeSelect
          {...text(form, 'slaPolicyId', t.policy, (one) => known.find(({ value }) => value === one)?.label)}
          data={[
            { value: '', label: t.usualPolicy },
            ...(slaPolicyId === '' || known.some(({ value }) => value === slaPolicyId)
              ? known
              : [...known, { value: slaPolicyId, label: '…' }]),
          ]}
        />
      ) : null}
      {policies.error ? <ErrorPanel error={policies.error} /> : null}
      {company ? null : <p className="quiet">{t.draftHelp}</p>}
    </FormDialog>
  )
}
