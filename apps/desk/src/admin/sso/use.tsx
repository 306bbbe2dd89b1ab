/** Test sign-in, and the switches that it unlocks. */
import { Button, Switch } from '@mantine/core'
import type { Sso, SsoTestResult } from '#contracts/sso.ts'
import { FindMany } from '#desk-kit/find/find-field.tsx'
import { check, value } from '#desk-kit/form/fields.tsx'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { Mark } from '#desk-kit/parts/mark.tsx'
import { Section } from '#desk-kit/parts/screen.tsx'
import { When } from '#desk-kit/parts/when.tsx'
import { Fault } from './fault.tsx'
import { ssoMessages } from './messages.ts'
import { SsoForm } from './sso-form.tsx'

const isTested = ({ lastTest, configurationVersion }: Sso): boolean =>
  lastTest?.ok === true && lastTest.version === configurationVersion

const Result = ({ test, current }: { test: SsoTestResult; current: boolean }) => {
  const t = useMessages(ssoMessages)
  return (
    <div>
      <p className="line-of">
        {test.ok ? (
          <Mark tone={current ? 'good' : 'muted'}>
            {test.email ? t.testGood({ email: test.email }) : t.testGoodUnnamed}
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
  const t = useMessages(ssoMessages)
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

export const Use = ({ sso }: { sso: Sso }) => {
  const t = useMessages(ssoMessages)
  const tested = isTested(sso)
  const mayRequire = tested || sso.required
  return (
    <Section title={t.use}>
      <SsoForm
        sso={sso}
        submit={t.saveUse}
        read={({ enabled, required, breakGlassUserIds }) => ({
          enabled,
          required,
          breakGlassUserIds: breakGlassUserIds as readonly string[],
        })}
        check={({ enabled, required, breakGlassUserIds }) => ({
          required: required && !enabled && t.onNeeded,
          breakGlassUserIds: required && breakGlassUserIds.length === 0 && t.breakGlassNeeded,
        })}
        write={({ enabled, required, breakGlassUserIds }) => ({
          enabled,
          required,
          breakGlassUserIds: [...breakGlassUserIds],
        })}
      >
        {(form) => (
          <>
            <Switch
              {...check(form, 'enabled', t.enabled)}
              description={t.enabledHelp}
              onChange={(event) => {
                const enabled = event.currentTarget.checked
                form.set(enabled ? { enabled } : { enabled, required: false })
              }}
            />
            <Switch
              {...check(form, 'required', t.required)}
              description={mayRequire ? t.requiredHelp : t.locked}
              disabled={!mayRequire}
            />
            {mayRequire ? (
              <FindMany
                {...value(form, 'breakGlassUserIds', t.breakGlass)}
                from="administrators"
                description={t.breakGlassHelp}
              />
            ) : null}
          </>
        )}
      </SsoForm>
    </Section>
  )
}
