/**
 * <wellkept-embed token="…">: shows a share link in another website, in an iframe of the right height. The
 * iframe comes from the service, so the service decides which websites may embed it, and they cannot read its
 * content.
 */
import { directionOf, type Language, preferredLanguage } from '#i18n/languages.ts'
import { words } from './words.ts'

/** How long a loaded iframe may take to report its height; one that the browser blocks never does. */
const patienceMs = 4000
const highest = 20_000

const { src } = document.currentScript as HTMLScriptElement
const { origin } = new URL(src)

class WellkeptEmbed extends HTMLElement {
  static readonly observedAttributes = ['token']
  #frame: HTMLIFrameElement | undefined
  #notice: HTMLElement | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  /**
   * prevents opening twice (which counts as two views): for existing elements attributeChangedCallback runs
   * before connectedCallback
   */
  #isShown = false

  readonly #hear = ({ source, origin: from, data }: MessageEvent): void => {
    if (!this.#frame || source !== this.#frame.contentWindow || from !== origin) return
    const height = Number(data?.wellkeptHeight)
    if (!(height > 0)) return
    clearTimeout(this.#timer)
    this.#frame.height = String(Math.min(Math.ceil(height), highest))
    this.#frame.hidden = false
    if (this.#notice) this.#notice.hidden = true
  }

  readonly #wait = (): void => {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#tell(navigator.onLine ? 'refused' : 'offline'), patienceMs)
  }

  readonly #again = (): void => {
    if (this.#notice?.hidden === false) this.#open()
  }

  get #language(): Language {
    return preferredLanguage(this.closest('[lang]')?.getAttribute('lang'), navigator.languages)
  }

  #tell(what: 'refused' | 'offline'): void {
    if (!this.#frame || !this.#notice) return
    this.#frame.hidden = true
    this.#notice.textContent = words[this.#notice.lang as Language][what]
    this.#notice.hidden = false
  }

  #open(): void {
    const token = this.getAttribute('token')?.trim()
    if (!token) return
    const language = this.#language
    const notice = Object.assign(document.createElement('p'), {
      hidden: true,
      lang: language,
      dir: directionOf(language),
    })
    notice.setAttribute('role', 'status')
    const frame = Object.assign(document.createElement('iframe'), {
      src: `${origin}/s/${encodeURIComponent(token)}?lang=${language}`,
      title: this.title || words[language].title,
      width: '100%',
      height: '320',
      referrerPolicy: 'no-referrer',
    })
    frame.style.cssText = 'border:0;width:100%;vertical-align:bottom'
    // Ask for the height after each load, including reloads.
    frame.addEventListener('load', () => {
      this.#wait()
      frame.contentWindow?.postMessage('wellkeptHeight', origin)
    })
    this.#frame = frame
    this.#notice = notice
    this.replaceChildren(notice, frame)
    this.#wait()
  }

  connectedCallback(): void {
    this.style.display = 'block'
    addEventListener('message', this.#hear)
    addEventListener('online', this.#again)
    this.#isShown = true
    this.#open()
  }

  attributeChangedCallback(): void {
    if (this.#isShown) this.#open()
  }

  disconnectedCallback(): void {
    this.#isShown = false
    clearTimeout(this.#timer)
    removeEventListener('message', this.#hear)
    removeEventListener('online', this.#again)
  }
}

if (!customElements.get('wellkept-embed')) customElements.define('wellkept-embed', WellkeptEmbed)
