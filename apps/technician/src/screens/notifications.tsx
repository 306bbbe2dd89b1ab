/** TEC-8: push on this device, a test notification, channels by kind, and quiet hours. */
import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { ApiError } from '#client/errors.ts'
import {
  type NotificationChannel,
  type NotificationKind,
  notificationKinds,
  type TestNotification,
} from '#contracts/preferences.ts'
import { Notice } from '#field-kit/form.tsx'
import { Heading } from '#field-kit/heading.tsx'
import { Outcome, Tick, useAttempt, WithRecord } from '#field-kit/own-record.tsx'
import { instant } from '#i18n/times.ts'
import { onWorkerWord, PushRefused, type PushState } from '#pwa/push-device.ts'
import { pushState, switchOff, switchOn } from '#pwa/staff-push.ts'
import { useAppServices } from '../app-services.ts'
import type { OwnRecord } from '../data/account.ts'
import { BackToMe } from '../pieces/back-to-me.tsx'
import { Banner } from '../pieces/banner.tsx'
import { QuietHours } from '../pieces/quiet-hours.tsx'
import { useLocale, useWords } from '../words.ts'

interface Device {
  /** undefined until first checked */
  readonly state: PushState | undefined
  look(): Promise<void>
}

/**
 * Push state of this device; checked again when the page becomes visible, because permissions change in the
 * browser's settings.
 */
const useDevice = (record: OwnRecord): Device => {
  const [found, setFound] = useState<PushState>()
  const look = async (): Promise<void> => setFound(await pushState().catch(() => 'UNABLE' as const))
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at once; a press and a return look again
  useEffect(() => {
    look()
    const back = (): void => {
      if (!document.hidden) look()
    }
    document.addEventListener('visibilitychange', back)
    return () => document.removeEventListener('visibilitychange', back)
  }, [])
  const isKnown = record.user.pushSubscriptions.some(({ current }) => current)
  return { state: found === 'ON' && !isKnown ? 'OFF' : found, look }
}

const Here = ({ record, device }: { record: OwnRecord; device: Device }): JSX.Element => {
  const words = useWords()
  const { account } = useAppServices()
  const attempt = useAttempt()
  const [refused, setRefused] = useState(false)
  const { state, look } = device
  const own = record.user.pushSubscriptions.find(({ current }) => current)
  const turn = (work: () => Promise<void>): void => {
    setRefused(false)
    attempt.run(async () => {
      try {
        await work()
      } catch (error) {
        if (error instanceof ApiError) throw error
        // The browser gives no useful reason; a permanent denial shows in the state.
        if (!(error instanceof PushRefused) || (await pushState()) !== 'BLOCKED') setRefused(true)
      } finally {
        await look()
      }
    })
  }
  const on = () => switchOn(record, (add) => account.save({ pushSubscriptions: { add } }))
  const off = async (): Promise<void> => {
    await switchOff()
    if (own) await account.save({ pushSubscriptions: { remove: own.id } })
  }
  const why: Partial<Record<PushState, string>> = {
    BLOCKED: words.pushBlocked,
    INSECURE: words.pushInsecure,
    HOME_SCREEN: words.pushHomeScreen,
    UNABLE: words.pushUnable,
  }
  return (
    <section class="stack">
      <h2>{words.thisDevice}</h2>
      <div role="status">
        {state === undefined ? (
          <p class="hint">{words.loading}</p>
        ) : (
          <Notice tone={state === 'ON' ? 'good' : state === 'OFF' ? 'info' : 'warn'} icon="bell">
            {state === 'ON' ? words.pushOn : (why[state] ?? words.pushOff)}
          </Notice>
        )}
      </div>
      {refused && (
        <div role="alert">
          <Notice tone="warn">{words.pushFailed}</Notice>
        </div>
      )}
      {attempt.error ? <Outcome attempt={attempt} saved="" /> : null}
      {state === 'OFF' && (
        <button type="button" class="primary" onClick={() => turn(on)}>
          {attempt.busy ? words.saving : words.switchOn}
        </button>
      )}
      {state === 'ON' && (
        <button type="button" onClick={() => turn(off)}>
          {attempt.busy ? words.saving : words.switchOff}
        </button>
      )}
    </section>
  )
}

/** milliseconds */
const lookAgainAfter = [5_000, 15_000, 40_000]

const Test = ({ record, device }: { record: OwnRecord; device: Device }): JSX.Element => {
  const { locale, words } = useLocale()
  const { account } = useAppServices()
  const attempt = useAttempt()
  const [sent, setSent] = useState<TestNotification>()
  /** milliseconds; earlier receipts are not of this test */
  const since = useRef(0)
  useEffect(
    () =>
      onWorkerWord(({ kind }) => {
        if (kind === 'wellkept.shown') account.load().catch(() => undefined)
      }),
    [account],
  )
  const isOnWay = sent?.by === 'PUSH'
  useEffect(() => {
    if (!isOnWay) return
    // A push service's rejection reaches only our service, which then removes the device from the record.
    const timers = lookAgainAfter.map((milliseconds) =>
      setTimeout(() => account.load().catch(() => undefined), milliseconds),
    )
    return () => timers.forEach(clearTimeout)
  }, [account, isOnWay])
  const receipts = record.user.pushSubscriptions.flatMap(({ lastReceiptAt }) =>
    lastReceiptAt ? [Date.parse(lastReceiptAt)] : [],
  )
  const confirmedAt = Math.max(0, ...receipts)
  const isLimited = attempt.error instanceof ApiError && attempt.error.code === 'RATE_LIMITED'
  const test = (): void => {
    setSent(undefined)
    since.current = confirmedAt
    attempt.run(async () => {
      await device.look()
      setSent(await account.test())
    })
  }
  // Either this browser denied, or its push service rejected and our service removed the device.
  const hasOthers = record.user.pushSubscriptions.some(({ current }) => !current)
  const isRefused = device.state !== undefined && device.state !== 'ON' && !hasOthers
  return (
    <section class="stack">
      <button type="button" onClick={test}>
        {attempt.busy ? words.saving : words.sendTest}
      </button>
      {isLimited ? (
        <div role="alert">
          <Notice tone="warn">{words.testLimited}</Notice>
        </div>
      ) : attempt.error ? (
        <Outcome attempt={attempt} saved="" />
      ) : null}
      <div role="status">
        {sent &&
          (sent.by === 'MAIL' ? (
            <Notice tone="info" icon="mail">
              {words.testByMail}
            </Notice>
          ) : confirmedAt > since.current ? (
            <Notice tone="good">{words.testConfirmed({ time: instant(confirmedAt, 'time', locale) })}</Notice>
          ) : isRefused ? (
            <Notice tone="warn" icon="bell">
              {words.testRefused}
            </Notice>
          ) : (
            <Notice tone="info" icon="clock">
              {words.testOnWay}
            </Notice>
          ))}
      </div>
    </section>
  )
}

const Others = ({ record }: { record: OwnRecord }): JSX.Element | null => {
  const { locale, words } = useLocale()
  const { account } = useAppServices()
  const attempt = useAttempt()
  const others = record.user.pushSubscriptions.filter(({ current }) => !current)
  if (others.length === 0) return null
  return (
    <section class="stack">
      <h2>{words.pushElsewhere}</h2>
      <ul class="rows">
        {others.map(({ id, device, lastReceiptAt }) => (
          <li key={id} class="stack tight">
            <p>
              <strong>{device ?? words.unknownDevice}</strong>
              <br />
              <small>
                {lastReceiptAt
                  ? words.confirmedLast({ time: instant(Date.parse(lastReceiptAt), 'short', locale) })
                  : words.neverConfirmed}
              </small>
            </p>
            <button
              type="button"
              aria-label={words.switchOffThere({ device: device ?? words.unknownDevice })}
              onClick={() => attempt.run(() => account.save({ pushSubscriptions: { remove: id } }))}
            >
              {words.switchOffIt}
            </button>
          </li>
        ))}
      </ul>
      {attempt.error ? <Outcome attempt={attempt} saved="" /> : null}
    </section>
  )
}

/** Digests and saved-search alerts are set on the desk. */
type FieldKind = Exclude<NotificationKind, 'digest' | 'wish'>

const channelsOf = (kind: FieldKind): readonly NotificationChannel[] =>
  kind === 'arena' ? ['push'] : ['push', 'mail']

const Ways = ({ record: { user, tenant } }: { record: OwnRecord }): JSX.Element => {
  const words = useWords()
  const { account } = useAppServices()
  const attempt = useAttempt()
  const [pressed, setPressed] = useState<Readonly<Record<string, boolean>>>({})
  const choose = (kind: FieldKind, channel: NotificationChannel, isWanted: boolean): void => {
    const key = `${kind} ${channel}`
    setPressed((before) => ({ ...before, [key]: isWanted }))
    attempt.runBeside(async () => {
      try {
        await account.save({ notifications: { [kind]: { [channel]: isWanted } } })
      } finally {
        setPressed(({ [key]: _, ...others }) => others)
      }
    })
  }
  const leads = user.roles.some((role) => role !== 'TECHNICIAN')
  const texts: Record<FieldKind, readonly [string, string]> = {
    taskAssigned: [words.mailAssigned, ''],
    taskNew: [words.mailNew, words.mailNewHint],
    urgentTask: [words.mailUrgent, words.mailUrgentHint],
    sla: [words.mailSla, ''],
    alert: [words.mailAlert, ''],
    arena: [words.pushArena, ''],
  }
  const channels: Record<NotificationChannel, string> = { push: words.byPush, mail: words.byMail }
  const kinds = notificationKinds.filter((kind): kind is FieldKind =>
    kind === 'digest' || kind === 'wish'
      ? false
      : kind === 'arena'
        ? tenant.arena
        : kind === 'taskNew'
          ? user.roles.includes('TECHNICIAN')
          : kind === 'taskAssigned' || kind === 'sla' || leads,
  )
  return (
    <section class="stack">
      <h2>{words.whatComes}</h2>
      <p class="hint">{words.waysHint}</p>
      <ul class="rows">
        {kinds.map((kind) => (
          <li key={kind}>
            <fieldset class="ways">
              <legend>
                {texts[kind][0]}
                {texts[kind][1] && <small>{texts[kind][1]}</small>}
              </legend>
              {channelsOf(kind).map((channel) => (
                <Tick
                  key={channel}
                  label={channels[channel]}
                  checked={pressed[`${kind} ${channel}`] ?? user.notifications[kind][channel]}
                  onChange={(isWanted) => choose(kind, channel, isWanted)}
                />
              ))}
            </fieldset>
          </li>
        ))}
      </ul>
      <small>{words.mailAlways}</small>
      <Outcome attempt={attempt} saved={words.saved} />
    </section>
  )
}

const Install = (): JSX.Element => {
  const words = useWords()
  return (
    <section class="stack tight">
      <h2>{words.installTitle}</h2>
      <ul class="stack tight">
        <li>{words.installAndroid}</li>
        <li>{words.installApple}</li>
        <li>{words.installComputer}</li>
      </ul>
    </section>
  )
}

const Devices = ({ record }: { record: OwnRecord }): JSX.Element => {
  const device = useDevice(record)
  return (
    <>
      <Here record={record} device={device} />
      <Test record={record} device={device} />
    </>
  )
}

export default function Notifications(): JSX.Element {
  const words = useWords()
  const { account } = useAppServices()
  return (
    <>
      <BackToMe />
      <Heading text={words.notifications} />
      <Banner />
      <WithRecord source={account}>
        {(record) => (
          <div class="stack wide">
            <Devices record={record} />
            <Others record={record} />
            <Ways record={record} />
            <QuietHours record={record} />
            <Install />
          </div>
        )}
      </WithRecord>
    </>
  )
}
