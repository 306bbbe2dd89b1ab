/// <reference types="vite/types/importMeta.d.ts" />
/** Addresses of what the page for the moments without a connection loads, put in by the build. */
declare const SHELL: readonly string[]
/** Changes with them. */
declare const VERSION: string

declare module '*.css'
