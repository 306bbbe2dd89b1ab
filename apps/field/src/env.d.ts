/// <reference types="vite/types/importMeta.d.ts" />
/** Addresses of the technician app's shell, put in by the build. */
declare const SHELL: readonly string[]
/** Address of the technician app's texts by language. */
declare const LANGUAGES: Readonly<Record<string, string>>
/** Of the product, as its package says. */
declare const APP_VERSION: string
/** Changes with the shell. */
declare const VERSION: string

declare module '*.css'
declare module '*.wasm?url' {
  const address: string
  export default address
}
