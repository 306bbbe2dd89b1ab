/** Why a sign-in failed. The code is stored; pages show it in the reader's language. It contains no secret. */
import type { SsoRefusalCode as RefusalCode } from '#contracts/sso.ts'
import { words } from './page-texts.ts'

export type { RefusalCode }

export class SsoRefusal extends Error {
  readonly code: RefusalCode
  /** for administrators, in English, for example which check failed */
  readonly detail: string | undefined
  constructor(code: RefusalCode, detail?: string, cause?: unknown) {
    super(words.en.refusals[code], { cause })
    this.code = code
    this.detail = detail
  }
  /** code and detail in English, for programs that read the API */
  get reason(): string {
    return this.detail === undefined ? this.message : `${this.message} (${this.detail})`
  }
}
