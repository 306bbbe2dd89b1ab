/** TEC-10: help, contact and diagnostics. */
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useCell } from '#field-kit/cell.ts'
import { Heading } from '#field-kit/heading.tsx'
import { Icon, type IconName } from '#field-kit/icon.tsx'
import { Link } from '#field-kit/navigation.tsx'
import { languageNames } from '#i18n/languages.ts'
import { pushState } from '#pwa/staff-push.ts'
import { type AppServices, useAppServices } from '../app-services.ts'
import { diagnosticsOf } from '../data/diagnostics.ts'
import { BackToMe } from '../pieces/back-to-me.tsx'
import { Banner } from '../pieces/banner.tsx'
import { ContactLink } from '../pieces/place-facts.tsx'
import { useOperations } from '../pieces/use-operations.ts'
import { pathOf } from '../routes.ts'
import { useLocale, useWords } from '../words.ts'

const HowTo = (): JSX.Element => {
  const words = useWords()
  const steps: readonly (readonly [IconName, string])[] = [
    ['play', words.helpStart],
    ['pause', words.helpCannot],
    ['scan', words.helpScan],
    ['alert', words.helpProblem],
    ['offline', words.offlineHelp],
  ]
  return (
    <section>
      <h2>{words.helpHow}</h2>
      <ul class="rows">
        {steps.map(([icon, text]) => (
          <li key={icon} class="step">
            <Icon name={icon} />
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The contact from the last scanned sticker. */
const Contact = (): JSX.Element => {
  const words = useWords()
  const rooms = useCell(useAppServices().rooms.rooms)
  const [last] = rooms.flatMap(({ sticker }) => sticker ?? []).sort((a, b) => b.readAt - a.readAt)
  return (
    <section class="stack tight">
      <h2>{words.helpContact}</h2>
      {last?.contact ? (
        <>
          <p>
            <bdi>{last.organisation}</bdi>
          </p>
          <p>
            <ContactLink contact={last.contact} />
          </p>
        </>
      ) : (
        <p class="hint">{words.helpContactLater}</p>
      )}
    </section>
  )
}

/** The precache is named after its version. */
const precacheVersion = async (): Promise<string | undefined> => {
  const names = (await globalThis.caches?.keys()) ?? []
  return names.map((name) => /^wellkept-work-([0-9a-f]{12})$/.exec(name)?.[1]).find(Boolean)
}

const read = async (
  services: AppServices,
  language: string,
  operations: Parameters<typeof diagnosticsOf>[0]['operations'],
) => {
  const list = services.tasks.list.get()
  return diagnosticsOf({
    version: APP_VERSION,
    shell: await precacheVersion().catch(() => undefined),
    now: Date.now(),
    language,
    browser: navigator.userAgent,
    screen: `${innerWidth} x ${innerHeight} at ${devicePixelRatio}`,
    online: navigator.onLine,
    signedIn: services.signedIn.get(),
    notifications: await pushState().catch(() => 'UNABLE'),
    keeps: services.isPersistent,
    camera: navigator.mediaDevices
      ? 'BarcodeDetector' in globalThis
        ? 'own reader'
        : 'fetched reader'
      : 'none',
    listReadAt: list?.readAt,
    listTrouble: services.tasks.listTrouble.get()?.kind,
    tasks: list?.tasks.length ?? 0,
    rooms: services.rooms.rooms.get().length,
    outboxTrouble: services.outbox.trouble.get(),
    operations,
  })
}

const Diagnostics = (): JSX.Element => {
  const { language, words } = useLocale()
  const services = useAppServices()
  const operations = useOperations()
  const [text, setText] = useState('')
  const [copied, setCopied] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: as it is when the screen opens, so that what was read is what is sent
  useEffect(() => {
    read(services, language, operations).then(setText)
  }, [])
  const canShare = 'share' in navigator
  const share = async (): Promise<void> => {
    // The share sheet was closed or is unavailable; the text stays visible.
    await navigator.share({ title: 'Wellkept', text }).catch(() => undefined)
  }
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      // Clipboard access is denied; the text can be copied by hand.
    }
  }
  return (
    <section class="stack">
      <h2>{words.diagnostics}</h2>
      <p>{words.diagnosticsHelp}</p>
      <textarea class="facts" readOnly dir="ltr" rows={9} aria-label={words.diagnostics} value={text} />
      <div class="actions">
        {canShare && (
          <button type="button" class="primary" onClick={share}>
            <Icon name="send" />
            {words.diagnostics}
          </button>
        )}
        <button type="button" onClick={copy}>
          {words.asText}
        </button>
      </div>
      <p role="status">{copied && words.copied}</p>
    </section>
  )
}

export default function Help(): JSX.Element {
  const { language, words } = useLocale()
  return (
    <>
      <BackToMe />
      <Heading text={words.help} />
      <Banner />
      <HowTo />
      <section class="stack tight">
        <h2>{words.language}</h2>
        <p>
          <Link class="button" to={pathOf({ name: 'me' })}>
            <bdi lang={language}>{languageNames[language]}</bdi>
          </Link>
        </p>
      </section>
      <Contact />
      <Diagnostics />
      <p class="hint">{words.helpVersion({ version: APP_VERSION })}</p>
    </>
  )
}
