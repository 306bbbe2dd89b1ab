/** Public name, accent colour with a contrast check, and contact. */
import { TextInput } from '@mantine/core'
import { Suspense } from 'react'
import { type Settings, updateSettings } from '#contracts/settings.ts'
import { text } from '#desk-kit/form/fields.tsx'
import { bodyField } from '#desk-kit/lib/contract.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { lazyComponent } from '#desk-kit/parts/lazy-component.tsx'
import { Mark } from '#desk-kit/parts/mark.tsx'
import { contrastOnPaper, leastContrast, repaired } from './contrast.ts'
import { settingsMessages } from './messages.ts'
import { SectionForm } from './section-form.tsx'

const AccentCheck = ({ accent, onRepair }: { accent: string; onRepair: (colour: string) => void }) => {
  const t = useMessages(settingsMessages)
  const { average } = useFormat()
  const contrast = contrastOnPaper(accent)
  if (contrast === undefined) return <Mark tone="bad">{t.noColour}</Mark>
  const better = contrast < leastContrast ? repaired(accent) : undefined
  return (
    <div className="accent-check">
      <span className="accent-sample" style={{ background: accent }}>
        {t.sample}
      </span>
      <Mark tone={contrast < leastContrast ? 'bad' : 'good'}>{t.contrast({ ratio: average(contrast) })}</Mark>
      {better ? (
        <button type="button" className="as-link" onClick={() => onRepair(better)}>
          {t.darker({ colour: better })}
        </button>
      ) : null}
    </div>
  )
}

const LogoField = lazyComponent(async () => (await import('./logo.tsx')).LogoField)

const longest = (field: string): number | undefined =>
  bodyField(updateSettings, `branding.${field}`)?.maxLength

interface BrandingFormProps {
  readonly settings: Settings
  /** only what is seen on stickers and at the top of pages */
  readonly brief?: boolean
}

export const BrandingForm = ({ settings, brief }: BrandingFormProps) => {
  const t = useMessages(settingsMessages)
  return (
    <SectionForm
      title={t.branding}
      beside={brief}
      settings={settings}
      read={({ branding }) => ({
        publicName: branding.publicName,
        accent: branding.accent,
        contact: branding.contact ?? '',
        privacyUrl: branding.privacyUrl ?? '',
      })}
      write={(draft) => ({
        branding: {
          publicName: draft.publicName.trim(),
          accent: draft.accent,
          contact: draft.contact.trim() || null,
          privacyUrl: draft.privacyUrl.trim() || null,
        },
      })}
      check={(draft) => {
        const contrast = contrastOnPaper(draft.accent)
        const address = draft.privacyUrl.trim()
        return {
          publicName: draft.publicName.trim() === '' && t.nameNeeded,
          accent: contrast === undefined ? t.noColour : contrast < leastContrast && t.tooPale,
          privacyUrl: address !== '' && !/^https:\/\/\S+$/.test(address) && t.httpsNeeded,
        }
      }}
    >
      {(form) => {
        const { accent } = form.values
        const change = (colour: string): void => form.set({ accent: colour })
        return (
          <>
            <TextInput {...text(form, 'publicName', t.publicName)} maxLength={longest('publicName')} />
            <div className="accent-fields">
              <TextInput
                {...text(form, 'accent', t.accent)}
                description={t.accentHelp}
                maxLength={7}
                onChange={(event) => change(event.currentTarget.value.trim())}
              />
              <input
                type="color"
                aria-label={t.pickColour}
                value={contrastOnPaper(accent) === undefined ? undefined : accent}
                onChange={(event) => change(event.currentTarget.value)}
              />
            </div>
            <AccentCheck accent={accent} onRepair={change} />
            <Suspense fallback={null}>
              <LogoField branding={settings.branding} />
            </Suspense>
            {brief ? null : (
              <>
                <TextInput
                  {...text(form, 'contact', t.contact)}
                  description={t.contactHelp}
                  maxLength={longest('contact')}
                />
                <TextInput
                  {...text(form, 'privacyUrl', t.privacyUrl)}
                  type="url"
                  inputMode="url"
                  maxLength={longest('privacyUrl')}
                />
              </>
            )}
          </>
        )
      }}
    </SectionForm>
  )
}
