/** Entry: loads the current user and the language, and shows errors of that until both have loaded. */
import { Button, useMantineColorScheme } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo } from 'react'
import type { ApiError } from '#client/errors.ts'
import { directionOf } from '#i18n/languages.ts'
import { useBusyUntil } from '../lib/busy-notice.ts'
import { type Locale, LocaleProvider, loadLocale, pickLanguage, spokenLanguage } from '../lib/language.tsx'
import { ChunkMissing, reloadOnce } from '../lib/load-chunk.ts'
import { type MeSource, type Viewer, ViewerContext } from '../lib/me.ts'
import { offlineMessages } from '../lib/offline/messages.ts'
import { rememberReader } from '../lib/reader.ts'
import { rememberLanguage } from '../lib/remembered-language.ts'
import { schemeOf } from '../styles/theme.ts'

interface Entered {
  readonly viewer: Viewer
  readonly locale: Locale
}

const useEntered = <Answer,>(
  source: MeSource<Answer>,
): { entered: Entered | undefined; error: ApiError | null; retry: () => void } => {
  const me = useQuery<Answer, ApiError>({
    ...source.query,
    refetchInterval: ({ state }) => (state.data === undefined && state.error ? 5000 : false),
  })
  const viewer = useMemo(
    () => (me.data === undefined ? undefined : source.viewerOf(me.data)),
    [me.data, source],
  )
  const language = viewer && pickLanguage(viewer.language)
  const locale = useQuery({
    queryKey: ['words', language],
    queryFn: () => loadLocale(language ?? 'en'),
    enabled: language !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    // The old texts stay until the new ones have loaded, so that forms do not unmount.
    placeholderData: keepPreviousData,
  })
  return {
    entered: viewer && locale.data ? { viewer, locale: locale.data } : undefined,
    error: viewer ? (locale.error as ApiError | null) : me.error,
    // Some browsers cache a failed import until the page is reloaded.
    retry: () => (viewer ? location.reload() : void me.refetch()),
  }
}

const Closed = ({ error, retry }: { error: ApiError; retry: () => void }) => {
  const words = offlineMessages()
  const isMissing = error instanceof ChunkMissing
  useEffect(() => {
    if (isMissing) void reloadOnce()
  }, [isMissing])
  // A proxy may answer in place of an unreachable service.
  const isAway = isMissing || error.code === 'NETWORK' || error.code === 'BAD_ANSWER'
  return (
    <main className="closed" lang={words.language}>
      <h1>{isAway ? words.title : words.failed}</h1>
      <p>{isAway ? words.text : words.failedText}</p>
      {error.requestId ? (
        <p>
          {words.request} <code>{error.requestId}</code>
        </p>
      ) : null}
      <Button onClick={retry}>{words.retry}</Button>
    </main>
  )
}

/** Shown while the first requests are delayed by a rate limit. */
const Waiting = () => {
  const words = offlineMessages()
  return (
    <main className="closed" lang={words.language}>
      <h1>{words.busy}</h1>
      <p role="status">{words.busyText}</p>
    </main>
  )
}

/** Texts for who is not signed in yet, in the language of this device. */
export const Guest = ({ children }: { children: ReactNode }) => {
  const language = spokenLanguage()
  const locale = useQuery({ queryKey: ['words', language], queryFn: () => loadLocale(language) })
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  if (locale.data) return <LocaleProvider locale={locale.data}>{children}</LocaleProvider>
  return locale.error ? <Closed error={locale.error as ApiError} retry={() => location.reload()} /> : null
}

interface EntryProps<Answer> {
  readonly me: MeSource<Answer>
  readonly children: ReactNode
}

export const Entry = <Answer,>({ me, children }: EntryProps<Answer>) => {
  const { entered, error, retry } = useEntered(me)
  const waitsUntil = useBusyUntil()
  const language = entered?.locale.language
  useEffect(() => {
    if (!language) return
    document.documentElement.lang = language
    document.documentElement.dir = directionOf(language)
    rememberLanguage(language)
  }, [language])
  const viewer = entered?.viewer
  useEffect(() => {
    if (viewer) rememberReader(viewer)
  }, [viewer])
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  const theme = viewer?.theme
  useEffect(() => {
    if (theme) setColorScheme(schemeOf[theme])
  }, [theme, setColorScheme])
  if (entered) {
    return (
      <ViewerContext value={entered.viewer}>
        <LocaleProvider locale={entered.locale}>{children}</LocaleProvider>
      </ViewerContext>
    )
  }
  if (error) return <Closed error={error} retry={retry} />
  return waitsUntil > 0 ? <Waiting /> : <div className="shell" aria-busy="true" />
}
