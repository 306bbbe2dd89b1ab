/**
 * WebKit over WebDriver: WebKitGTK's MiniBrowser, on a display of its own. Needs the programs `WebKitWebDriver`
 * (Debian's package `webkit2gtk-driver`) and `Xvfb` (`xvfb`).
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from './browser.ts'

export interface WebKitPage {
  go(url: string): Promise<void>
  /** @param script body of a function, whose promise is awaited */
  run<T>(script: string): Promise<T>
  /** Waits for the element that an XPath finds, and clicks it. */
  click(xpath: string): Promise<void>
  /** The same, and types into it; a file input takes the path of a file. */
  type(xpath: string, text: string): Promise<void>
  waitFor(xpath: string): Promise<void>
  close(): Promise<void>
}

const patience = 30_000
/** key of an element's id in answers of WebDriver */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

/** @throws Error that names the missing package */
const start = async (program: string, of: string, args: string[], env = {}): Promise<ChildProcess> => {
  const child = spawn(program, args, { stdio: 'ignore', env: { ...process.env, ...env } })
  const [error] = await Promise.race([once(child, 'error'), once(child, 'spawn')])
  if (error) throw new Error(`This test needs ${program}: install the package ${of}`, { cause: error })
  return child
}

/** A number of a display that nothing uses. */
const display = (): string => `:${1000 + Math.floor(Math.random() * 30_000)}`

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const over = once(child, 'exit')
  child.kill()
  await over
}

/** @throws Error if nothing succeeds within `patience` */
const eventually = async <T>(what: string, attempt: () => Promise<T>): Promise<T> => {
  const until = Date.now() + patience
  for (;;)
    try {
      return await attempt()
    } catch (error) {
      if (Date.now() > until) throw new Error(`${what} did not come`, { cause: error })
      await delay(100)
    }
}

export const openWebKit = async (): Promise<WebKitPage> => {
  const screen = display()
  const driver: ChildProcess[] = []
  const endAll = async (): Promise<void> => {
    for (const child of driver.reverse()) await end(child)
  }
  try {
    driver.push(await start('Xvfb', 'xvfb', [screen, '-screen', '0', '480x900x24', '-nolisten', 'tcp']))
    const port = await freePort()
    driver.push(
      await start('WebKitWebDriver', 'webkit2gtk-driver', [`--port=${port}`], {
        DISPLAY: screen,
        GDK_BACKEND: 'x11',
      }),
    )
    const call = async <T>(method: 'POST' | 'DELETE', path: string, body?: object): Promise<T> => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } }
      if (!answer.ok) throw new Error(`${path}: ${value.error}: ${value.message}`)
      return value
    }
    const { sessionId } = await eventually('WebKit', () =>
      call<{ sessionId: string }>('POST', '/session', { capabilities: {} }),
    )
    const session = `/session/${sessionId}`
    const find = async (xpath: string): Promise<string> => {
      const found = await call<Record<string, string>>('POST', `${session}/element`, {
        using: 'xpath',
        value: xpath,
      })
      return `${session}/element/${found[elementKey]}`
    }
    const onElement = (xpath: string, act: string, body: object): Promise<void> =>
      eventually(xpath, async () => {
        await call('POST', `${await find(xpath)}/${act}`, body)
      })
    return {
      go: (url) => call('POST', `${session}/url`, { url }),
      run: (script) => call('POST', `${session}/execute/sync`, { script, args: [] }),
      click: (xpath) => onElement(xpath, 'click', {}),
      type: (xpath, text) => onElement(xpath, 'value', { text }),
      waitFor: async (xpath) => {
        await eventually(xpath, () => find(xpath))
      },
      close: () => call('DELETE', session).then(endAll, endAll),
    }
  } catch (error) {
    await endAll()
    throw error
  }
}
