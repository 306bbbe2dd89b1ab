/** ADM-23: what holds for the whole organisation. One read; each part is saved by itself. */
import { Checkbox, NativeSelect, NumberInput, Switch, TextInput } from '@mantine/core'
import { getSettings, type Settings } from '#contracts/admin/settings.ts'
import { type VisitorLanguage, visitorLanguages } from '#contracts/kit/vocabulary.ts'
import { useApi } from '../../lib/api.ts'
import { useT } from '../../lib/language.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Answer, Needs } from '../../parts/states.tsx'
import { hoursText, readHours } from '../hours.ts'
import { HolidaysField, HoursFields, holidaysText, readHolidays } from '../hours-fields.tsx'
import { BrandingForm } from './branding.tsx'
import { SectionForm } from './section-form.tsx'

const weekStarts = ['MONDAY', 'SUNDAY', 'SATURDAY'] as const
const moderations = ['NONE', 'BEFORE', 'AFTER'] as const

const Profile = ({ settings }: { settings: Settings }) => {
  const { settings: t, buildings, house, words } = useT()
  return (
    <SectionForm
      title={t.profile}
      settings={settings}
      read={({ profile }) => ({
        name: profile.name,
        timeZone: profile.timeZone,
        locale: profile.locale,
        weekStart: profile.weekStart,
        emergencyNumber: profile.emergencyNumber ?? '',
      })}
      write={(draft) => ({
        profile: {
          ...draft,
          name: draft.name.trim(),
          timeZone: draft.timeZone.trim(),
          emergencyNumber: draft.emergencyNumber.trim() || null,
        },
      })}
      problem={(draft) => (draft.name.trim() === '' ? t.nameNeeded : undefined)}
    >
      {(draft, set) => (
        <>
          <TextInput
            label={words.name}
            maxLength={120}
            value={draft.name}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          <div className="two">
            <TextInput
              label={buildings.timeZone}
              description={buildings.timeZoneHelp}
              value={draft.timeZone}
              onChange={(event) => set({ timeZone: event.currentTarget.value })}
            />
            <TextInput
              label={t.locale}
              description={t.localeHelp}
              value={draft.locale}
              onChange={(event) => set({ locale: event.currentTarget.value })}
            />
            <NativeSelect
              label={t.weekStart}
              value={draft.weekStart}
              onChange={(event) =>
                set({ weekStart: event.currentTarget.value as (typeof weekStarts)[number] })
              }
              data={weekStarts.map((day) => ({ value: day, label: house.weekdays[day] }))}
            />
            <TextInput
              label={t.emergency}
              description={t.emergencyHelp}
              type="tel"
              inputMode="tel"
              maxLength={40}
              value={draft.emergencyNumber}
              onChange={(event) => set({ emergencyNumber: event.currentTarget.value })}
            />
          </div>
        </>
      )}
    </SectionForm>
  )
}

const Languages = ({ settings }: { settings: Settings }) => {
  const { settings: t, words } = useT()
  return (
    <SectionForm
      title={t.languages}
      settings={settings}
      read={({ visitorLanguages: languages }) => ({ languages: languages as VisitorLanguage[] })}
      write={({ languages }) => ({ visitorLanguages: languages })}
      problem={({ languages }) => (languages.length === 0 ? t.languageNeeded : undefined)}
    >
      {({ languages }, set) => (
        <>
          <fieldset className="plain-fieldset">
            <legend>{t.offered}</legend>
            <div className="two">
              {visitorLanguages.map((language) => (
                <Checkbox
                  key={language}
                  label={words.languages[language]}
                  checked={languages.includes(language)}
                  onChange={() =>
                    set({
                      languages: languages.includes(language)
                        ? languages.filter((one) => one !== language)
                        : [...languages, language],
                    })
                  }
                />
              ))}
            </div>
          </fieldset>
          <NativeSelect
            label={t.fallback}
            description={t.fallbackHelp}
            value={languages[0] ?? ''}
            onChange={(event) => {
              const first = event.currentTarget.value as VisitorLanguage
              set({ languages: [first, ...languages.filter((one) => one !== first)] })
            }}
            data={languages.map((language) => ({ value: language, label: words.languages[language] }))}
          />
        </>
      )}
    </SectionForm>
  )
}

const Hours = ({ settings }: { settings: Settings }) => {
  const { settings: t, house } = useT()
  return (
    <SectionForm
      title={t.hours}
      settings={settings}
      read={({ profile }) => ({
        hours: hoursText(profile.serviceHours),
        holidays: holidaysText(profile.holidays),
      })}
      write={({ hours, holidays }) => {
        const read = readHours(hours)
        return {
          profile: {
            ...('hours' in read ? { serviceHours: read.hours } : {}),
            holidays: readHolidays(holidays) ?? [],
          },
        }
      }}
      problem={({ hours, holidays }) =>
        'fault' in readHours(hours)
          ? house.hoursWrong
          : readHolidays(holidays) === undefined
            ? house.holidaysWrong
            : undefined
      }
    >
      {({ hours, holidays }, set) => (
        <>
          <HoursFields value={hours} onChange={(next) => set({ hours: next })} />
          <HolidaysField value={holidays} onChange={(next) => set({ holidays: next })} />
        </>
      )}
    </SectionForm>
  )
}

const Privacy = ({ settings }: { settings: Settings }) => {
  const { settings: t } = useT()
  return (
    <SectionForm
      title={t.privacy}
      settings={settings}
      read={({ privacy, work }) => ({ ...privacy, photoRequired: work.photoRequiredToFinish })}
      write={({ photoRequired, ...privacy }) => ({ privacy, work: { photoRequiredToFinish: photoRequired } })}
    >
      {(draft, set) => (
        <>
          <NumberInput
            label={t.retention}
            description={t.retentionHelp}
            min={7}
            max={3650}
            allowDecimal={false}
            value={draft.retentionDays ?? ''}
            onChange={(value) => set({ retentionDays: value === '' ? null : Number(value) })}
          />
          <NativeSelect
            label={t.moderation}
            value={draft.moderation}
            onChange={(event) =>
              set({ moderation: event.currentTarget.value as (typeof moderations)[number] })
            }
            data={moderations.map((one) => ({ value: one, label: t.moderations[one] }))}
          />
          <Switch
            label={t.photos}
            checked={draft.photos}
            onChange={(event) => set({ photos: event.currentTarget.checked })}
          />
          <Switch
            label={t.perPerson}
            description={t.perPersonHelp}
            checked={draft.figuresPerPerson}
            onChange={(event) => set({ figuresPerPerson: event.currentTarget.checked })}
          />
          <Switch
            label={t.photoRequired}
            checked={draft.photoRequired}
            onChange={(event) => set({ photoRequired: event.currentTarget.checked })}
          />
        </>
      )}
    </SectionForm>
  )
}

const Mail = ({ settings }: { settings: Settings }) => {
  const { settings: t } = useT()
  return (
    <SectionForm
      title={t.mail}
      settings={settings}
      read={({ notifications }) => notifications}
      write={(notifications) => ({ notifications })}
    >
      {(draft, set) => (
        <>
          <Switch
            label={t.mailTechnicians}
            checked={draft.mailTechnicians}
            onChange={(event) => set({ mailTechnicians: event.currentTarget.checked })}
          />
          <Switch
            label={t.mailManagers}
            checked={draft.mailManagers}
            onChange={(event) => set({ mailManagers: event.currentTarget.checked })}
          />
          <NativeSelect
            label={t.digest}
            value={draft.digestHour === null ? '' : String(draft.digestHour)}
            onChange={(event) =>
              set({ digestHour: event.currentTarget.value === '' ? null : Number(event.currentTarget.value) })
            }
            data={[
              { value: '', label: t.noDigest },
              ...Array.from({ length: 24 }, (_, hour) => ({
                value: String(hour),
                label: `${String(hour).padStart(2, '0')}:00`,
              })),
            ]}
          />
        </>
      )}
    </SectionForm>
  )
}

const AllSettings = () => {
  const t = useT()
  const settings = useApi(getSettings, {})
  return (
    <Screen title={t.places.settings}>
      <Answer of={settings}>
        {(data) => (
          <>
            <Profile settings={data} />
            <BrandingForm settings={data} />
            <Languages settings={data} />
            <Hours settings={data} />
            <Privacy settings={data} />
            <Mail settings={data} />
          </>
        )}
      </Answer>
    </Screen>
  )
}

export const SettingsScreen = () => (
  <Needs level="ADMIN" title={useT().places.settings}>
    <AllSettings />
  </Needs>
)
