/** Addresses of the technician app's shell, put in by the build. */
declare const SHELL: readonly string[]
/** Changes with the shell. */
declare const VERSION: string

declare module '*.css'
