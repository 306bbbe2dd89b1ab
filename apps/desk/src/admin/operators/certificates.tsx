/** Certificates of an operator with end dates and proof. The set is saved as a whole. */
import { ActionIcon, Button, FileButton, NativeSelect, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { ApiError } from '#client/errors.ts'
import { newId } from '#client/unique-id.ts'
import type { Operator, OperatorDetail } from '#contracts/operator/records.ts'
import { setCertifications } from '#contracts/operator.ts'
import type { Upload } from '#contracts/records.ts'
import { Group } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { client, useAction } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useHasRole } from '#desk-kit/lib/me.ts'
import { isProof, proofTypes, putFile } from '#desk-kit/lib/put-file.ts'
import { Mark } from '#desk-kit/parts/mark.tsx'
import { Section } from '#desk-kit/parts/screen.tsx'
import { ErrorPanel } from '#desk-kit/parts/states.tsx'
import { certificateTones } from './marks.tsx'
import { operatorMessages } from './messages.ts'
import { useSkills } from './skills.ts'

interface Line {
  readonly id: string
  readonly name: string
  readonly skill: string
  readonly validUntil: string
  readonly proofKey: string | null
}

const linesOf = ({ certifications }: Pick<Operator, 'certifications'>): Line[] =>
  certifications.map(({ id, name, skill, validUntil, proofKey }) => ({
    id,
    name,
    skill: skill ?? '',
    validUntil: validUntil ?? '',
    proofKey,
  }))

interface LineFieldsProps {
  readonly operatorId: string
  readonly line: Line
  /** as stored by the service */
  readonly proofUrl: string | null | undefined
  readonly set: (part: Partial<Line>) => void
  readonly remove: () => void
}

const LineFields = ({ operatorId, line, proofUrl, set, remove }: LineFieldsProps) => {
  const { words } = useMessages()
  const t = useMessages(operatorMessages)
  const skills = useSkills()
  const [sending, setSending] = useState(false)
  const [refused, setRefused] = useState<string>()
  const [error, setError] = useState<ApiError>()
  const [added, setAdded] = useState(false)
  const send = async (file: File | null): Promise<void> => {
    if (!file) return
    setError(undefined)
    setRefused(isProof(file) ? undefined : file.name)
    if (!isProof(file)) return
    setSending(true)
    try {
      const place = await client.call(setCertifications, {
        params: { id: operatorId },
        body: { proof: { contentType: file.type, size: file.size } },
      })
      set({ proofKey: await putFile(place as Upload, file) })
      setAdded(true)
    } catch (fault) {
      if (!(fault instanceof ApiError)) throw fault
      setError(fault)
    } finally {
      setSending(false)
    }
  }
  return (
    <fieldset className="line-fields">
      <legend className="hidden">{line.name || t.certificate}</legend>
      <TextInput
        label={t.certificate}
        maxLength={120}
        value={line.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <NativeSelect
        label={t.forSkill}
        value={line.skill}
        onChange={(event) => set({ skill: event.currentTarget.value })}
        data={[{ value: '', label: t.noSkill }, ...skills.choices(line.skill ? [line.skill] : [])]}
      />
      <TextInput
        type="date"
        label={t.lastDay}
        value={line.validUntil}
        onChange={(event) => set({ validUntil: event.currentTarget.value })}
      />
      <ActionIcon aria-label={`${words.remove}: ${line.name || t.certificate}`} onClick={remove}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
      <div className="line-below actions">
        {proofUrl && !added ? (
          <a href={proofUrl} target="_blank" rel="noreferrer">
            {t.proof}
          </a>
        ) : null}
        <FileButton accept={proofTypes} onChange={(file) => void send(file)}>
          {(props) => (
            <Button size="compact-sm" {...props} loading={sending}>
              {line.proofKey ? t.otherProof : t.addProof}
            </Button>
          )}
        </FileButton>
        <span role="status" className="quiet">
          {added ? t.proofAdded : ''}
        </span>
        {refused ? (
          <span className="field-problem" role="alert">
            {t.proofRefused({ name: refused })}
          </span>
        ) : null}
      </div>
      {error ? <ErrorPanel error={error} /> : null}
    </fieldset>
  )
}

interface EditProps {
  readonly operator: Operator
  readonly onClose: () => void
}

const Edit = ({ operator, onClose }: EditProps) => {
  const { words } = useMessages()
  const t = useMessages(operatorMessages)
  const { list } = useFormat()
  const save = useAction(setCertifications)
  const form = useForm({
    record: operator,
    draft: (record = operator) => ({ certifications: linesOf(record) as readonly Line[] }),
    write: ({ certifications }) => ({
      certifications: certifications.map(({ name, skill, validUntil, proofKey }) => ({
        name: name.trim(),
        skill: skill || null,
        validUntil: validUntil || null,
        proofKey,
      })),
    }),
    body: setCertifications,
    check: ({ certifications }) => ({
      certifications: certifications.some(({ name }) => name.trim() === '') && t.certificateNeeded,
    }),
    update: (body, { id, version }) => save.mutateAsync({ params: { id }, ifMatch: version, body }),
    onDone: onClose,
  })
  const { certifications: lines } = form.values
  const change = (next: readonly Line[]): void => form.set({ certifications: next })
  return (
    <FormDialog form={form} title={t.editCertificates} submit={words.save} onClose={onClose} wide>
      <Group
        form={form}
        name="certifications"
        legend={t.certificates}
        unlabelled
        format={(theirs: readonly Line[]) => list(theirs.map(({ name }) => name))}
      >
        {lines.map((line) => (
          <LineFields
            key={line.id}
            operatorId={operator.id}
            line={line}
            proofUrl={operator.certifications.find(({ id }) => id === line.id)?.proofUrl}
            set={(part) =>
              change(
                form.values.certifications.map((one) => (one.id === line.id ? { ...one, ...part } : one)),
              )
            }
            remove={() => change(lines.filter(({ id }) => id !== line.id))}
          />
        ))}
        <div>
          <Button
            size="compact-sm"
            onClick={() =>
              change([...lines, { id: newId(), name: '', skill: '', validUntil: '', proofKey: null }])
            }
          >
            {t.addCertificate}
          </Button>
        </div>
      </Group>
    </FormDialog>
  )
}

export const Certificates = ({ operator }: { operator: OperatorDetail }) => {
  const t = useMessages(operatorMessages)
  const skills = useSkills()
  const { day } = useFormat()
  const admin = useHasRole('ADMIN')
  const [opened, setOpened] = useState(false)
  return (
    <Section
      title={t.certificates}
      actions={admin ? <Button onClick={() => setOpened(true)}>{t.editCertificates}</Button> : null}
    >
      {operator.certifications.length === 0 ? <p className="quiet">{t.noCertificates}</p> : null}
      <ul className="outcomes">
        {operator.certifications.map(({ id, name, skill, validUntil, state, proofUrl }) => (
          <li key={id}>
            <span>
              {name}
              {skill ? <span className="quiet">, {skills.name(skill)}</span> : null}
            </span>
            <span className="line-of">
              {proofUrl ? (
                <a href={proofUrl} target="_blank" rel="noreferrer" aria-label={t.proofOf({ name })}>
                  {t.proof}
                </a>
              ) : null}
              <span>{validUntil ? t.until({ time: day(validUntil) }) : t.withoutEnd}</span>
              <Mark tone={certificateTones[state]}>{t.certificateStates[state]}</Mark>
            </span>
          </li>
        ))}
      </ul>
      {opened ? <Edit operator={operator} onClose={() => setOpened(false)} /> : null}
    </Section>
  )
}
