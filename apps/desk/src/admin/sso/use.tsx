/** A test sign-in, then the switches that it unlocks. */
import { Button, Checkbox, Switch } from '@mantine/core'
import type { Sso, SsoTestResult } from '#contracts/admin/sso.ts'
import { listUsers } from '#contracts/admin/users.ts'
import { useApi } from '../../lib/api.ts'
import { useT } from '../../lib/language.tsx'
import { Mark } from '../../parts/mark.tsx'
import { Section } from '../../parts/screen.tsx'
import { Answer } from '../../parts/states.tsx'
import { When } from '../../parts/when.tsx'
import { Fault } from './fault.tsx'
import { SsoForm } from './sso-form.tsx'

const isTested = ({ lastTest, configurationVersion }: Sso): boolean =>
  lastTest?.ok === true && lastTest.version === configurationVersion

const Result = ({ test, current }: { test: SsoTestResult; current: boolean }) => {
  const { sso: t } = useT()
  return (
    <div>
      <p className="line-of">
        {test.ok ? (
          <Mark tone={current ? 'good' : 'muted'}>
            {test.email ? t.testGood(test.email) : t.testGoodUnnamed}
          </Mark>
        ) : (
          <Mark tone="bad">{t.testBad}</Mark>
        )}
        <When at={test.at} />
      </p>
      <Fault fault={test} />
      {current ? null : <p>{t.testOld}</p>}
    </div>
  )
}

interface TestProps {
  readonly sso: Sso
  readonly waiting: boolean
  readonly onStart: () => void
}

export const Test = ({ sso, waiting, onStart }: TestProps) => {
  const { sso: t } = useT()
  const { lastTest, testUrl } = sso
  return (
    <Section title={t.test}>
      <div className="page-form">
        <p>{testUrl ? t.testHelp : t.testFirst}</p>
        <div role="status">
          {waiting ? <p>{t.testWaits}</p> : null}
          {lastTest && !(waiting && lastTest.code === 'NOT_FINISHED') ? (
            <Result test={lastTest} current={lastTest.version === sso.configurationVersion} />
          ) : waiting ? null : (
            <p className="quiet">{t.noTest}</p>
          )}
        </div>
        {testUrl ? (
          <div className="actions">
            <Button
              component="a"
              href={testUrl}
              target="_blank"
              rel="noopener"
              variant="filled"
              onClick={onStart}
            >
              {t.startTest}
            </Button>
          </div>
        ) : null}
      </div>
    </Section>
  )
}

const BreakGlass = ({
  chosen,
  onChange,
}: {
  chosen: readonly string[]
  onChange: (ids: string[]) => void
}) => {
  const { sso: t } = useT()
  const admins = useApi(
    listUsers,
    { query: { role: ['ADMIN'], state: ['ACTIVE'], sort: 'name', pageSize: 100 } },
    { staleMinutes: 10 },
  )
  return (
    <fieldset className="plain-fieldset">
      <legend>{t.breakGlass}</legend>
      <small>{t.breakGlassHelp}</small>
      <Answer of={admins} rows={2}>
        {({ items }) =>
          items.map(({ id, name, email }) => (
            <Checkbox
              key={id}
              label={name}
              description={email}
              checked={chosen.includes(id)}
              onChange={() =>
                onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
              }
            />
          ))
        }
      </Answer>
    </fieldset>
  )
}

export const Use = ({ sso }: { sso: Sso }) => {
  const { sso: t } = useT()
  const tested = isTested(sso)
  const mayRequire = tested || sso.required
  return (
    <Section title={t.use}>
      <SsoForm
        sso={sso}
        submit={t.saveUse}
        before={{
          enabled: sso.enabled,
          required: sso.required,
          breakGlass: [...sso.breakGlassUserIds],
        }}
        problem={({ enabled, required, breakGlass }) => {
          if (required && !enabled) return t.onNeeded
          return required && breakGlass.length === 0 ? t.breakGlassNeeded : undefined
        }}
        write={({ enabled, required, breakGlass }) => ({ enabled, required, breakGlassUserIds: breakGlass })}
      >
        {(draft, set) => (
          <>
            <Switch
              label={t.enabled}
              description={t.enabledHelp}
              checked={draft.enabled}
              onChange={(event) => {
                const enabled = event.currentTarget.checked
                set(enabled ? { enabled } : { enabled, required: false })
              }}
            />
            <Switch
              label={t.required}
              description={mayRequire ? t.requiredHelp : t.locked}
              disabled={!mayRequire}
              checked={draft.required}
              onChange={(event) => set({ required: event.currentTarget.checked })}
            />
            {mayRequire ? (
              <BreakGlass chosen={draft.breakGlass} onChange={(breakGlass) => set({ breakGlass })} />
            ) : null}
          </>
        )}
      </SsoForm>
    </Section>
  )
}
