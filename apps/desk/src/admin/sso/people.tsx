/** Whose addresses come in this way, and which roles the directory gives. */
import { Button, Checkbox, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core'
import type { Sso } from '#contracts/admin/sso.ts'
import { type Role, roles } from '#contracts/kit/vocabulary.ts'
import { useT } from '../../lib/language.tsx'
import { Section } from '../../parts/screen.tsx'
import { SsoForm } from './sso-form.tsx'

interface Line {
  readonly key: number
  readonly claim: string
  readonly value: string
  readonly roles: readonly Role[]
}

const withRole = (held: readonly Role[], role: Role): Role[] =>
  held.includes(role) ? held.filter((one) => one !== role) : [...held, role]

const Mapping = ({ lines, onChange }: { lines: readonly Line[]; onChange: (lines: Line[]) => void }) => {
  const { sso: t, words } = useT()
  const change = (key: number, part: Partial<Line>): void =>
    onChange(lines.map((line) => (line.key === key ? { ...line, ...part } : line)))
  return (
    <fieldset className="plain-fieldset">
      <legend>{t.mapping}</legend>
      <small>{t.mappingHelp}</small>
      {lines.map((line, index) => (
        <div key={line.key} className="mapping-line">
          <TextInput
            label={t.claim}
            maxLength={300}
            value={line.claim}
            onChange={(event) => change(line.key, { claim: event.currentTarget.value })}
          />
          <TextInput
            label={t.value}
            maxLength={300}
            value={line.value}
            onChange={(event) => change(line.key, { value: event.currentTarget.value })}
          />
          <fieldset className="plain-fieldset mapping-roles">
            <legend className="hidden">{t.role}</legend>
            {roles.map((role) => (
              <Checkbox
                key={role}
                label={words.role[role]}
                checked={line.roles.includes(role)}
                onChange={() => change(line.key, { roles: withRole(line.roles, role) })}
              />
            ))}
          </fieldset>
          <Button
            size="compact-sm"
            aria-label={t.removeLine(index + 1)}
            onClick={() => onChange(lines.filter(({ key }) => key !== line.key))}
          >
            {words.remove}
          </Button>
        </div>
      ))}
      <div className="actions">
        <Button
          size="compact-sm"
          onClick={() =>
            onChange([
              ...lines,
              {
                key: Math.max(-1, ...lines.map(({ key }) => key)) + 1,
                claim: lines.at(-1)?.claim ?? 'groups',
                value: '',
                roles: ['TECHNICIAN'],
              },
            ])
          }
        >
          {t.addLine}
        </Button>
      </div>
    </fieldset>
  )
}

const domainsIn = (text: string): string[] => [
  ...new Set(
    text
      .toLowerCase()
      .split(/[\s,;]+/)
      .map((one) => one.replace(/^@/, ''))
      .filter(Boolean),
  ),
]

export const People = ({ sso }: { sso: Sso }) => {
  const { sso: t, words } = useT()
  return (
    <Section title={t.people}>
      <SsoForm
        sso={sso}
        submit={t.savePeople}
        before={{
          domains: sso.domains.join('\n'),
          lines: sso.roleMapping.map((rule, key): Line => ({ key, ...rule })),
          others: sso.defaultRoles,
          justInTime: sso.justInTime,
        }}
        problem={({ lines }) =>
          lines.every((line) => line.claim.trim() && line.value.trim() && line.roles.length > 0)
            ? undefined
            : t.lineNeeded
        }
        write={({ domains, lines, others, justInTime }) => ({
          domains: domainsIn(domains),
          roleMapping: lines.map((line) => ({
            claim: line.claim.trim(),
            value: line.value.trim(),
            roles: [...line.roles],
          })),
          defaultRoles: others,
          justInTime,
        })}
      >
        {(draft, set) => (
          <>
            <Textarea
              label={t.domains}
              description={t.domainsHelp}
              autosize
              minRows={2}
              maxRows={8}
              spellCheck={false}
              value={draft.domains}
              onChange={(event) => set({ domains: event.currentTarget.value })}
            />
            <Mapping lines={draft.lines} onChange={(lines) => set({ lines })} />
            <NativeSelect
              label={t.others}
              value={draft.others?.join(',') ?? ''}
              onChange={(event) => {
                const chosen = event.currentTarget.value
                set({ others: chosen === '' ? null : (chosen.split(',') as Role[]) })
              }}
              data={[
                { value: '', label: t.refuse },
                ...roles.map((role) => ({ value: role, label: t.become(words.role[role]) })),
                ...(draft.others && draft.others.length > 1
                  ? [
                      {
                        value: draft.others.join(','),
                        label: t.become(draft.others.map((role) => words.role[role]).join(', ')),
                      },
                    ]
                  : []),
              ]}
            />
            <Switch
              label={t.justInTime}
              description={t.justInTimeHelp}
              checked={draft.justInTime}
              onChange={(event) => set({ justInTime: event.currentTarget.checked })}
            />
          </>
        )}
      </SsoForm>
    </Section>
  )
}
