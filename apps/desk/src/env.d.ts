/// <reference types="vite/types/importMeta.d.ts" />
/** Files of the offline page, inserted by the build. */
declare const SHELL: readonly string[]
/** Hash of the offline page. */
declare const VERSION: string

declare module '*.css'
