/** ADM-23: settings of the organisation. One query; each section is saved separately. */
import { Checkbox, NativeSelect, NumberInput, Switch, TextInput } from '@mantine/core'
import { type ComponentType, Suspense } from 'react'
import { type VisitorLanguage, visitorLanguages } from '#contracts/kit/vocabulary.ts'
import { hoursText, readHours } from '#contracts/service-hours.ts'
import { getSettings, type Settings, updateSettings } from '#contracts/settings.ts'
import { check, Group, text, value } from '#desk-kit/form/fields.tsx'
import { LocaleField, ZoneField } from '#desk-kit/form/searched.tsx'
import { useApi } from '#desk-kit/lib/api.ts'
import { bodyField } from '#desk-kit/lib/contract.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { lazyComponent } from '#desk-kit/parts/lazy-component.tsx'
import { Screen } from '#desk-kit/parts/screen.tsx'
import { QueryView } from '#desk-kit/parts/states.tsx'
import { Breadcrumb } from '#desk-kit/shell/breadcrumb.tsx'
import { HolidaysField, HoursFields, holidaysText, readHolidays } from '../hours-fields.tsx'
import { adminMessages } from '../messages.ts'
import { BrandingForm } from './branding.tsx'
import { settingsMessages } from './messages.ts'
import { SectionForm } from './section-form.tsx'

const ReplyTemplates = lazyComponent(async () => (await import('./reply-templates.tsx')).ReplyTemplates)

type WeekStart = Settings['profile']['weekStart']
type Moderation = Settings['privacy']['moderation']

/** Options from the enum of the contract. */
const choices = <T extends string>(field: string, words: Readonly<Record<T, string>>) =>
  (bodyField(updateSettings, field)?.enum ?? []).map((one) => ({
    value: String(one),
    label: words[String(one) as T],
  }))

const Profile = ({ settings }: { settings: Settings }) => {
  const { words } = useMessages()
  const t = useMessages(settingsMessages)
  const house = useMessages(adminMessages)
  return (
    <SectionForm
      title={t.profile}
      settings={settings}
      read={({ profile }) => ({
        'profile.name': profile.name,
        'profile.timeZone': profile.timeZone,
        'profile.locale': profile.locale,
        'profile.weekStart': profile.weekStart,
        'profile.emergencyNumber': profile.emergencyNumber ?? '',
      })}
      write={(draft) => ({
        profile: {
          name: draft['profile.name'].trim(),
          timeZone: draft['profile.timeZone'],
          locale: draft['profile.locale'],
          weekStart: draft['profile.weekStart'],
          emergencyNumber: draft['profile.emergencyNumber'].trim() || null,
        },
      })}
      check={(draft) => ({ 'profile.name': draft['profile.name'].trim() === '' && t.nameNeeded })}
    >
      {(form) => (
        <>
          <TextInput {...text(form, 'profile.name', words.name)} />
          <div className="two">
            <ZoneField {...value(form, 'profile.timeZone', house.timeZone)} />
            <LocaleField {...value(form, 'profile.locale', t.locale)} />
            <NativeSelect
              {...text(form, 'profile.weekStart', t.weekStart, (day) => house.weekdays[day as WeekStart])}
              data={choices('profile.weekStart', house.weekdays)}
            />
            <TextInput
              {...text(form, 'profile.emergencyNumber', t.emergency)}
              description={t.emergencyHelp}
              type="tel"
              inputMode="tel"
            />
          </div>
        </>
      )}
    </SectionForm>
  )
}

const Languages = ({ settings }: { settings: Settings }) => {
  const { words } = useMessages()
  const t = useMessages(settingsMessages)
  const describe = (languages: readonly VisitorLanguage[]): string =>
    languages.map((one) => words.languages[one]).join(', ')
  return (
    <SectionForm
      title={t.languages}
      settings={settings}
      read={(all) => ({ visitorLanguages: all.visitorLanguages as readonly VisitorLanguage[] })}
      write={(draft) => ({ visitorLanguages: [...draft.visitorLanguages] })}
      check={(draft) => ({ visitorLanguages: draft.visitorLanguages.length === 0 && t.languageNeeded })}
    >
      {(form) => {
        const languages = form.values.visitorLanguages
        const change = (next: readonly VisitorLanguage[]): void => form.set({ visitorLanguages: next })
        return (
          <>
            <Group form={form} name="visitorLanguages" legend={t.offered} format={describe}>
              <div className="two">
                {visitorLanguages.map((language) => (
                  <Checkbox
                    key={language}
                    label={words.languages[language]}
                    checked={languages.includes(language)}
                    onChange={() =>
                      change(
                        languages.includes(language)
                          ? languages.filter((one) => one !== language)
                          : [...languages, language],
                      )
                    }
                  />
                ))}
              </div>
            </Group>
            <NativeSelect
              label={t.fallback}
              description={t.fallbackHelp}
              value={languages[0] ?? ''}
              onChange={(event) => {
                const first = event.currentTarget.value as VisitorLanguage
                change([first, ...languages.filter((one) => one !== first)])
              }}
              data={languages.map((language) => ({ value: language, label: words.languages[language] }))}
            />
          </>
        )
      }}
    </SectionForm>
  )
}

const Hours = ({ settings }: { settings: Settings }) => {
  const t = useMessages(settingsMessages)
  const house = useMessages(adminMessages)
  return (
    <SectionForm
      title={t.hours}
      settings={settings}
      read={({ profile }) => ({
        serviceHours: hoursText(profile.serviceHours),
        holidays: holidaysText(profile.holidays),
      })}
      write={({ serviceHours, holidays }) => {
        const read = readHours(serviceHours)
        return {
          profile: {
            ...('hours' in read ? { serviceHours: read.hours } : {}),
            holidays: readHolidays(holidays) ?? [],
          },
        }
      }}
      check={({ serviceHours, holidays }) => ({
        serviceHours: 'fault' in readHours(serviceHours) && house.hoursWrong,
        holidays: readHolidays(holidays) === undefined && house.holidaysWrong,
      })}
    >
      {(form) => (
        <>
          <HoursFields form={form} name="serviceHours" />
          <HolidaysField form={form} name="holidays" />
        </>
      )}
    </SectionForm>
  )
}

const Privacy = ({ settings }: { settings: Settings }) => {
  const t = useMessages(settingsMessages)
  const { minimum = 1, maximum = 1 } = bodyField(updateSettings, 'privacy.retentionDays') ?? {}
  return (
    <SectionForm
      title={t.privacy}
      settings={settings}
      read={({ privacy, work }) => ({ ...privacy, photoRequired: work.photoRequiredToFinish })}
      write={({ photoRequired, ...privacy }) => ({ privacy, work: { photoRequiredToFinish: photoRequired } })}
    >
      {(form) => (
        <>
          <NumberInput
            {...value(form, 'retentionDays', t.retention)}
            description={t.retentionHelp}
            min={minimum}
            max={maximum}
            allowDecimal={false}
            value={form.values.retentionDays ?? ''}
            onChange={(days) => form.set({ retentionDays: days === '' ? null : Number(days) })}
          />
          <NativeSelect
            {...text(form, 'moderation', t.moderation, (one) => t.moderations[one as Moderation])}
            data={choices('privacy.moderation', t.moderations)}
          />
          <Switch {...check(form, 'photos', t.photos)} />
          <Switch {...check(form, 'figuresPerPerson', t.perPerson)} description={t.perPersonHelp} />
          <Switch {...check(form, 'photoRequired', t.photoRequired)} />
        </>
      )}
    </SectionForm>
  )
}

export const Page: ComponentType = () => {
  const { places } = useMessages()
  const settings = useApi(getSettings, {})
  return (
    <Screen title={places.settings.name} breadcrumb={<Breadcrumb name="settings" />}>
      <QueryView of={settings}>
        {(data) => (
          <>
            <Profile settings={data} />
            <BrandingForm settings={data} />
            <Languages settings={data} />
            <Suspense>
              <ReplyTemplates settings={data} />
            </Suspense>
            <Hours settings={data} />
            <Privacy settings={data} />
          </>
        )}
      </QueryView>
    </Screen>
  )
}
