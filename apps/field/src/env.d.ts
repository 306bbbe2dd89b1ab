/// <reference types="vite/types/importMeta.d.ts" />
/** URLs of the technician app's shell, inserted by the build. */
declare const SHELL: readonly string[]
/** URL of the technician app's messages by language. */
declare const LANGUAGES: Readonly<Record<string, string>>
/** Version from package.json. */
declare const APP_VERSION: string
/** Hash of the precached files. */
declare const VERSION: string

declare module '*.css'
declare module '*.wasm?url' {
  const address: string
  export default address
}
