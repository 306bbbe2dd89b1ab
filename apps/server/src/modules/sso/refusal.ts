/** Why a sign-in ended. Kept is the code; pages tell it in the language of whoever looks. It holds no secret. */
import type { SsoRefusalCode as RefusalCode } from '#contracts/sso.ts'
import { words } from './page-texts.ts'

export type { RefusalCode }

export class SsoRefusal extends Error {
  readonly code: RefusalCode
  /** for administrators, in English, e.g. which check failed */
  readonly detail: string | undefined
  constructor(code: RefusalCode, detail?: string, cause?: unknown) {
    super(words.en.refusals[code], { cause })
    this.code = code
    this.detail = detail
  }
  /** both for programs that read the API, in English */
  get reason(): string {
    return this.detail === undefined ? this.message : `${this.message} (${this.detail})`
  }
}
