import type { Realm } from '#client/realms.ts'

/** An app that is installed on phones and opens without a connection. */
export interface PhoneApp {
  readonly realm: Realm
  /** its address, which is the scope of its service worker; the worker is at `${home}/sw.js` */
  readonly home: string
  /** address of its built files, with a slash at the end */
  readonly assets: string
}

/** What the service worker of an app knows from its build. */
export interface Built {
  readonly home: string
  readonly assets: string
  /** addresses of apps below its own, whose pages it leaves to them */
  readonly others: readonly string[]
  /** how the names of its caches begin */
  readonly caches: string
  /** addresses of the files that are precached */
  readonly shell: readonly string[]
  /** address of the messages by language */
  readonly languages: Readonly<Record<string, string>>
  /** name of its precache, which ends with a hash of what is precached */
  readonly precache: string
}
