/** Why a sign-in ended. The text is shown to the person and kept for the administrators; it holds no secret. */

import { words } from './words.ts'

export type RefusalCode = keyof typeof words.en.refusals

export class SsoRefusal extends Error {
  readonly code: RefusalCode
  /** for administrators, e.g. which check failed */
  readonly detail: string | undefined
  constructor(code: RefusalCode, detail?: string, cause?: unknown) {
    super(words.en.refusals[code], { cause })
    this.code = code
    this.detail = detail
  }
  /** for the log and the administrators, in English */
  get reason(): string {
    return this.detail === undefined ? this.message : `${this.message} (${this.detail})`
  }
}
