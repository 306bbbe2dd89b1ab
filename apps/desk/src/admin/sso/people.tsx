/** Domains that use single sign-on, and the mapping from groups to roles. */
import { Button, Checkbox, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core'
import { type Role, roles } from '#contracts/kit/vocabulary.ts'
import type { Sso } from '#contracts/sso.ts'
import { check, Group, text } from '#desk-kit/form/fields.tsx'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { Section } from '#desk-kit/parts/screen.tsx'
import { ssoMessages } from './messages.ts'
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
  const { words } = useMessages()
  const t = useMessages(ssoMessages)
  const change = (key: number, part: Partial<Line>): void =>
    onChange(lines.map((line) => (line.key === key ? { ...line, ...part } : line)))
  return (
    <>
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
            aria-label={t.removeLine({ number: index + 1 })}
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
    </>
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
  const { words } = useMessages()
  const t = useMessages(ssoMessages)
  return (
    <Section title={t.people}>
      <SsoForm
        sso={sso}
        submit={t.savePeople}
        read={({ domains, roleMapping, defaultRoles, justInTime }) => ({
          domains: domains.join('\n'),
          roleMapping: roleMapping.map((rule, key): Line => ({ key, ...rule })) as readonly Line[],
          defaultRoles: defaultRoles?.join(',') ?? '',
          justInTime,
        })}
        check={({ roleMapping }) => ({
          roleMapping:
            roleMapping.some((line) => !line.claim.trim() || !line.value.trim() || line.roles.length === 0) &&
            t.lineNeeded,
        })}
        write={({ domains, roleMapping, defaultRoles, justInTime }) => ({
          domains: domainsIn(domains),
          roleMapping: roleMapping.map((line) => ({
            claim: line.claim.trim(),
            value: line.value.trim(),
            roles: [...line.roles],
          })),
          defaultRoles: defaultRoles === '' ? null : (defaultRoles.split(',') as Role[]),
          justInTime,
        })}
      >
        {(form) => {
          const { roleMapping, defaultRoles } = form.values
          const roleText = (held: string): string =>
            held === ''
              ? t.refuse
              : t.become({
                  role: held
                    .split(',')
                    .map((role) => words.role[role as Role])
                    .join(', '),
                })
          const choices = ['', ...roles]
          return (
            <>
              <Textarea
                {...text(form, 'domains', t.domains)}
                description={t.domainsHelp}
                autosize
                minRows={2}
                maxRows={8}
                spellCheck={false}
              />
              <Group
                form={form}
                name="roleMapping"
                legend={t.mapping}
                help={t.mappingHelp}
                format={(lines: readonly Line[]) =>
                  lines
                    .map((line) => `${line.claim} ${line.value}: ${roleText(line.roles.join(','))}`)
                    .join('; ')
                }
              >
                <Mapping lines={roleMapping} onChange={(lines) => form.set({ roleMapping: lines })} />
              </Group>
              <NativeSelect
                {...text(form, 'defaultRoles', t.others, roleText)}
                data={(choices.includes(defaultRoles) ? choices : [...choices, defaultRoles]).map((held) => ({
                  value: held,
                  label: roleText(held),
                }))}
              />
              <Switch {...check(form, 'justInTime', t.justInTime)} description={t.justInTimeHelp} />
            </>
          )
        }}
      </SsoForm>
    </Section>
  )
}
