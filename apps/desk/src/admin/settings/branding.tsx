/** How visitors see the facility: name, colour with a check that it can be read, contact. */
import { TextInput } from '@mantine/core'
import type { Settings } from '#contracts/admin/settings.ts'
import { useFormat } from '../../lib/format.ts'
import { useT } from '../../lib/language.tsx'
import { Mark } from '../../parts/mark.tsx'
import { contrastOnPaper, leastContrast, repaired } from './contrast.ts'
import { SectionForm } from './section-form.tsx'

const AccentCheck = ({ accent, onRepair }: { accent: string; onRepair: (colour: string) => void }) => {
  const { settings: t } = useT()
  const { average } = useFormat()
  const contrast = contrastOnPaper(accent)
  if (contrast === undefined) return <Mark tone="bad">{t.noColour}</Mark>
  const better = contrast < leastContrast ? repaired(accent) : undefined
  return (
    <div className="accent-check">
      <span className="accent-sample" style={{ background: accent }}>
        {t.sample}
      </span>
      <Mark tone={contrast < leastContrast ? 'bad' : 'good'}>{t.contrast(average(contrast))}</Mark>
      {better ? (
        <button type="button" className="as-link" onClick={() => onRepair(better)}>
          {t.darker(better)}
        </button>
      ) : null}
    </div>
  )
}

export const BrandingForm = ({ settings }: { settings: Settings }) => {
  const { settings: t } = useT()
  return (
    <SectionForm
      title={t.branding}
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
      problem={(draft) => {
        if (draft.publicName.trim() === '') return t.nameNeeded
        const contrast = contrastOnPaper(draft.accent)
        if (contrast === undefined) return t.noColour
        if (contrast < leastContrast) return t.tooPale
        return draft.privacyUrl.trim() && !/^https:\/\/\S+$/.test(draft.privacyUrl.trim())
          ? t.httpsNeeded
          : undefined
      }}
    >
      {(draft, set) => (
        <>
          <TextInput
            label={t.publicName}
            maxLength={120}
            value={draft.publicName}
            onChange={(event) => set({ publicName: event.currentTarget.value })}
          />
          <div className="accent-fields">
            <TextInput
              label={t.accent}
              description={t.accentHelp}
              maxLength={7}
              value={draft.accent}
              onChange={(event) => set({ accent: event.currentTarget.value.trim() })}
            />
            <input
              type="color"
              aria-label={t.pickColour}
              value={contrastOnPaper(draft.accent) === undefined ? undefined : draft.accent}
              onChange={(event) => set({ accent: event.currentTarget.value })}
            />
          </div>
          <AccentCheck accent={draft.accent} onRepair={(accent) => set({ accent })} />
          <TextInput
            label={t.contact}
            description={t.contactHelp}
            maxLength={200}
            value={draft.contact}
            onChange={(event) => set({ contact: event.currentTarget.value })}
          />
          <TextInput
            label={t.privacyUrl}
            type="url"
            inputMode="url"
            maxLength={500}
            value={draft.privacyUrl}
            onChange={(event) => set({ privacyUrl: event.currentTarget.value })}
          />
        </>
      )}
    </SectionForm>
  )
}
